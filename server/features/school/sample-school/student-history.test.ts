import { expect, it } from 'vitest';
import { dayOf } from '#server/time/calendar.ts';
import { studySpans } from './student-history.ts';

it('the student does not study on Sundays in São Paulo, at whatever hour the school is loaded', () => {
  for (const now of ['2026-11-16T02:14:00Z', '2026-11-16T12:00:00Z', '2026-11-17T23:30:00Z']) {
    const days = studySpans(new Date(now)).map(({ from }) => dayOf(from));
    expect([now, days.filter((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 0)]).toEqual([now, []]);
    // Only one Sunday may lie between the last evening and now: the streak lives.
    expect(Date.parse(now) - Date.parse(`${days.at(-1)}T12:00:00Z`)).toBeLessThan(3 * 86_400_000);
  }
});
