import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Bucket, bucketOf, LAST_BUCKET, percentileOf } from './buckets.ts';

const bucketsOf = (metric: 'LCP' | 'CLS', values: readonly number[]): Bucket[] =>
  values.map((value) => ({ bucket: bucketOf(metric, value), visits: 1 }));

it('the buckets cover every value that the contract accepts', () => {
  expect(bucketOf('LCP', 0)).toBe(0);
  expect(bucketOf('LCP', 120_000)).toBeLessThan(LAST_BUCKET);
  expect(bucketOf('CLS', 0)).toBe(0);
  expect(bucketOf('CLS', 0.001)).toBe(0);
  expect(bucketOf('CLS', 100)).toBeLessThan(LAST_BUCKET);
});

it('a percentile is within a fifth of the true one, in any order', () => {
  const value = fc.double({ min: 2, max: 120_000, noNaN: true });
  fc.assert(
    fc.property(fc.array(value, { minLength: 4, maxLength: 60 }), (values) => {
      const sorted = [...values].sort((a, b) => a - b);
      const truth = sorted[Math.ceil(0.75 * sorted.length) - 1] ?? 0;
      const found = percentileOf('LCP', bucketsOf('LCP', values), 0.75) ?? 0;
      expect(found).toBeGreaterThanOrEqual(Math.floor(truth / 1.2) - 1);
      expect(found).toBeLessThanOrEqual(Math.ceil(truth * 1.2) + 1);
    }),
  );
});

it('the buckets of CLS are fine enough for thousandths', () => {
  const found = percentileOf('CLS', bucketsOf('CLS', [0.02, 0.02, 0.02, 0.02]), 0.75) ?? 0;
  expect(found).toBeGreaterThan(0.016);
  expect(found).toBeLessThan(0.024);
});

it('a metric without visits has no percentile', () => {
  expect(percentileOf('INP', [], 0.75)).toBeNull();
});
