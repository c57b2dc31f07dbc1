import { expect, test } from 'vitest';
import { DAY_MS } from '#contract/time.ts';
import { steadyAround } from './steady-clock.ts';

const now = Date.parse('2026-11-17T12:00:00Z');

test('São Paulo has been three hours behind UTC for years', () => {
  const { from, until, minutes } = steadyAround(now);
  expect(minutes).toBe(-180);
  expect([from, until].map((moment) => new Date(moment).toISOString().slice(0, 10))).toEqual([
    '2024-01-01',
    '2028-01-01',
  ]);
});

test('the offset is steady between two clock changes', () => {
  const [back, forward] = [now - 20 * DAY_MS, now + 30 * DAY_MS];
  const summer = (moment: number) => (moment < back || moment >= forward ? -120 : -180);
  const { from, until, minutes } = steadyAround(now, summer);
  expect(minutes).toBe(-180);
  expect(from).toBeGreaterThanOrEqual(back);
  expect(from).toBeLessThan(back + DAY_MS);
  expect(until).toBeLessThanOrEqual(forward);
  expect(until).toBeGreaterThanOrEqual(forward - DAY_MS);
  for (let moment = from; moment < until; moment += DAY_MS / 24) expect(summer(moment)).toBe(-180);
});

test('the offset is not steady on the day of a clock change', () => {
  const change = now - DAY_MS / 4;
  const { from, until } = steadyAround(now, (moment) => (moment < change ? -120 : -180));
  expect(until).toBe(from);
});
