import { expect, it } from 'vitest';
import { formatDay, formatDayAndMonth, formatLongDay, formatNearDay } from './calendar-day.ts';

it('a calendar day is written as the same day in every time zone', () => {
  expect(formatDay('2027-01-31')).toBe('31/01/2027');
  expect(formatLongDay('2027-01-31')).toBe('domingo, 31 de janeiro de 2027');
  expect(formatDayAndMonth('2027-01-31')).toBe('31 de janeiro');
  expect(formatNearDay('2027-01-31')).toBe('domingo, 31 de jan.');
});

it('the first day of a month is an ordinal in every text with a month', () => {
  expect([formatLongDay('2027-01-01'), formatNearDay('2027-01-01'), formatDayAndMonth('2027-01-01')]).toEqual([
    'sexta-feira, 1º de janeiro de 2027',
    'sexta-feira, 1º de jan.',
    '1º de janeiro',
  ]);
});
