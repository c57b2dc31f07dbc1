import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { resultsAt, weeksAround } from './sample-weeks.ts';

it('whenever the school is first started, one Saturday is over and the next is open or ahead', () => {
  const start = Date.parse('2026-11-13T03:00:00Z');
  for (let at = start; at < start + 9 * DAY_MS; at += 30 * MINUTE_MS) {
    const now = new Date(at);
    const { over, next } = weeksAround(now);
    // The minute in which everybody is being graded is neither.
    if (at - Date.parse('2026-11-14T21:00:00Z') === 0 || at - Date.parse('2026-11-21T21:00:00Z') === 0) continue;
    expect(resultsAt(over).getTime(), now.toISOString()).toBeLessThanOrEqual(at);
    expect(next.closesAt.getTime(), now.toISOString()).toBeGreaterThan(at);
    expect(next.opensAt.getTime() - over.opensAt.getTime()).toBe(7 * DAY_MS);
    expect(over.closesAt.getTime() - over.opensAt.getTime()).toBe(9 * HOUR_MS);
  }
});

it('a window of the sample opens at nine in the morning in the time zone of the students', () => {
  const { over, next } = weeksAround(new Date('2026-11-16T12:00:00Z'));
  expect(over.opensAt.toISOString()).toBe('2026-11-14T12:00:00.000Z');
  expect(next.opensAt.toISOString()).toBe('2026-11-21T12:00:00.000Z');
});
