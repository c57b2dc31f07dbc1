import { expect, it } from 'vitest';
import { daysBetween, writtenDay } from './time.ts';

it.each([
  ['2026-11-15', '2026-11-15', 0],
  ['2026-11-15', '2026-11-16', 1],
  ['2026-11-15', '2027-01-31', 77],
  ['2026-11-16', '2026-11-15', -1],
  // Leap day, turn of the year, and the day on which summer time began when it still existed.
  ['2028-02-28', '2028-03-01', 2],
  ['2026-12-31', '2027-01-01', 1],
  ['2018-11-03', '2018-11-05', 2],
])('from %s to %s are %i days', (from, to, days) => expect(daysBetween(from, to)).toBe(days));

it('a calendar day is written with the day first', () => expect(writtenDay('2026-11-05')).toBe('05/11/2026'));
