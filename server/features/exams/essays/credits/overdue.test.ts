import { expect, it } from 'vitest';
import { lastOverdueDay } from './overdue.service.ts';

const holidays = { carnival: false, corpusChristi: false };

it.each([
  ['a Wednesday: what was promised on Monday', '2026-11-18', '2026-11-16'],
  ['a Monday: what was promised on Thursday', '2026-11-16', '2026-11-12'],
  ['a Tuesday: what was promised until Sunday', '2026-11-17', '2026-11-15'],
  ['a Sunday: what was promised on Wednesday', '2026-11-15', '2026-11-11'],
  ['the day after a holiday', '2026-12-28', '2026-12-23'],
])('the last overdue day on %s', (_, today, last) => {
  expect(lastOverdueDay(today, holidays)).toBe(last);
});
