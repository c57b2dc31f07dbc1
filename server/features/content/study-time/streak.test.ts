import { describe, expect, test } from 'vitest';
import { addDays, dayOf, daysFrom, mondayOf } from '#server/time/calendar.ts';
import { countStreaks } from './streak.ts';

const today = '2026-11-15';
const streaks = (...days: string[]) => countStreaks(new Set(days), today);

describe('streak', () => {
  test('a person who studied nothing has no streak', () => {
    expect(streaks()).toEqual({ current: 0, longest: 0, studiedToday: false });
  });

  test('a person who studied only today has a streak of one day', () => {
    expect(streaks(today)).toEqual({ current: 1, longest: 1, studiedToday: true });
  });

  test('the streak of yesterday is in force until today is over', () => {
    expect(streaks('2026-11-13', '2026-11-14')).toEqual({ current: 2, longest: 2, studiedToday: false });
  });

  test('one day off in a calendar week breaks nothing and is not counted; the second ends it', () => {
    expect(streaks('2026-11-12', '2026-11-13')).toEqual({ current: 2, longest: 2, studiedToday: false });
    expect(streaks('2026-11-11', '2026-11-12')).toEqual({ current: 0, longest: 2, studiedToday: false });
    expect(streaks('2026-11-09', '2026-11-11', '2026-11-13', today)).toMatchObject({ current: 2, longest: 2 });
  });

  test('Sundays off are weeks in a row, also on the Monday after', () => {
    const weeks = ['2026-11-02', '2026-11-09'].flatMap((monday) => daysFrom(monday, 6));
    expect(countStreaks(new Set(weeks), '2026-11-16')).toEqual({ current: 12, longest: 12, studiedToday: false });
    // The Monday is over, too: a day off of the week that has begun.
    expect(countStreaks(new Set(weeks), '2026-11-17').current).toBe(12);
    expect(countStreaks(new Set(weeks), '2026-11-18').current).toBe(0);
  });

  test('the record may begin where an earlier row ended', () => {
    // Tuesday and Thursday are off: the first row ends there, and the second begins on the Wednesday between them.
    const days = ['2026-11-02', '2026-11-04', ...daysFrom('2026-11-06', 9)];
    expect(countStreaks(new Set(days), '2026-11-30').longest).toBe(10);
  });

  test('the record is kept beside the current one', () => {
    const record = daysFrom('2026-10-01', 11);
    expect(streaks(...record, '2026-11-14', today)).toEqual({ current: 2, longest: 11, studiedToday: true });
  });

  test('runs over the ends of months and years', () => {
    expect(countStreaks(new Set(['2026-12-31', '2027-01-01', '2027-01-02']), '2027-01-02').current).toBe(3);
    expect(countStreaks(new Set(['2028-02-28', '2028-02-29', '2028-03-01']), '2028-03-01').current).toBe(3);
  });

  test('a day that has not come yet counts for nothing', () => {
    expect(streaks(today, '2026-11-16')).toEqual({ current: 1, longest: 1, studiedToday: true });
  });
});

describe('days are those of São Paulo', () => {
  test.each([
    ['one second before midnight', '2026-11-15T02:59:59.000Z', '2026-11-14'],
    ['midnight', '2026-11-15T03:00:00.000Z', '2026-11-15'],
    ['late evening, already tomorrow in UTC', '2026-11-16T01:30:00.000Z', '2026-11-15'],
    ['daylight saving time, as it was in 2018', '2018-12-01T02:30:00.000Z', '2018-12-01'],
    ['before daylight saving time', '2018-10-01T02:30:00.000Z', '2018-09-30'],
  ])('%s', (_, moment, day) => {
    expect(dayOf(new Date(moment))).toBe(day);
  });

  test('two moments around midnight in São Paulo are two days of a streak, though one day in UTC', () => {
    const studied = new Set(['2026-11-15T02:50:00Z', '2026-11-15T03:10:00Z'].map((moment) => dayOf(new Date(moment))));
    expect(countStreaks(studied, dayOf(new Date('2026-11-15T03:15:00Z'))).current).toBe(2);
  });

  test('two evenings in São Paulo that are one day apart in UTC by 25 hours are two days', () => {
    const studied = new Set(['2026-11-14T23:30:00Z', '2026-11-16T00:30:00Z'].map((moment) => dayOf(new Date(moment))));
    expect([...studied]).toEqual(['2026-11-14', '2026-11-15']);
  });
});

test('weeks begin on Monday', () => {
  expect(mondayOf('2026-11-15')).toBe('2026-11-09');
  expect(mondayOf('2026-11-09')).toBe('2026-11-09');
  expect(mondayOf('2026-11-16')).toBe('2026-11-16');
  expect(addDays('2026-11-09', 6)).toBe('2026-11-15');
});
