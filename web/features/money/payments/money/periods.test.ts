import { expect, it } from 'vitest';
import { periodOf, rangeOfPeriod } from './periods.ts';

it.each([
  ['month', '2026-11-16', { from: '2026-11-01', to: '2026-11-16' }],
  ['last', '2026-11-16', { from: '2026-10-01', to: '2026-10-31' }],
  ['last', '2027-01-05', { from: '2026-12-01', to: '2026-12-31' }],
  ['last', '2028-03-31', { from: '2028-02-01', to: '2028-02-29' }],
  ['year', '2026-11-16', { from: '2026-01-01', to: '2026-11-16' }],
] as const)('%s of %s', (period, today, range) => {
  expect(rangeOfPeriod(period, today)).toEqual(range);
  expect(periodOf(range, today)).toBe(period);
});

it('any other range is a custom one', () => {
  expect(periodOf({ from: '2026-11-02', to: '2026-11-16' }, '2026-11-16')).toBe('own');
});
