import { expect, it } from 'vitest';
import { forgottenOf } from './forgetting.ts';

it('forgets nothing within three days, about half a logit of a topic answered once in 60 days, and never too much', () => {
  for (const days of [0, 1, 2]) expect(forgottenOf(1, days)).toBe(0);
  expect(forgottenOf(1, 3)).toBe(0);
  expect(forgottenOf(1, 60)).toBeGreaterThan(0.35);
  expect(forgottenOf(1, 60)).toBeLessThan(0.65);
  expect(forgottenOf(0.001, 36_500)).toBeLessThanOrEqual(1.5);
});

it('forgets more with more days, and less where the memory of the questions is more stable', () => {
  const days = [4, 10, 30, 90, 365].map((one) => forgottenOf(2, one));
  expect(days.toSorted((a, b) => a - b)).toEqual(days);
  const stabilities = [0.2, 1, 5, 30, 200].map((one) => forgottenOf(one, 60));
  expect(stabilities.toSorted((a, b) => b - a)).toEqual(stabilities);
});

it('forgets nothing of a topic of which the memory knows nothing', () => {
  expect(forgottenOf(null, 365)).toBe(0);
});
