import { expect, test } from 'vitest';
import { progressPercent } from './courses.ts';

test.each([
  [0, 0, 0],
  [0, 10, 0],
  [3, 10, 30],
  [1, 3, 33],
  [2, 3, 67],
  [10, 10, 100],
  // A course that was shortened after it was done.
  [12, 10, 100],
])('%i of %i items is %i %%', (done, total, percent) => {
  expect(progressPercent(done, total)).toBe(percent);
});

test('only a finished course says 100, only an untouched one 0', () => {
  expect(progressPercent(299, 300)).toBe(99);
  expect(progressPercent(1, 300)).toBe(1);
});
