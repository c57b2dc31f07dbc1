import type { VisitMetric } from '#contract/platform/visit-figures.ts';

/** Each bucket is this much wider than the one before it: a percentile is off by a tenth at most. */
const RATIO = 1.2;
/** The last bucket, beyond every value that the contract takes. */
export const LAST_BUCKET = 70;

/** Shift is counted in thousandths, so that all metrics have the same buckets. */
const UNIT: Record<VisitMetric, number> = { LCP: 1, INP: 1, CLS: 0.001 };

/** Bucket 0 holds everything up to one unit, bucket n everything up to 1.2 to the power of n. */
export const bucketOf = (metric: VisitMetric, value: number): number => {
  const units = value / UNIT[metric];
  return units <= 1 ? 0 : Math.min(LAST_BUCKET, Math.ceil(Math.log(units) / Math.log(RATIO)));
};

export type Bucket = { bucket: number; visits: number };

/**
 * What this share of visits stayed within. Inside a bucket the values are taken as evenly spread, so that the result
 * does not jump from one border to the next.
 */
export function percentileOf(metric: VisitMetric, buckets: readonly Bucket[], share: number): number | null {
  const sorted = [...buckets].sort((a, b) => a.bucket - b.bucket);
  const total = sorted.reduce((sum, { visits }) => sum + visits, 0);
  let below = 0;
  for (const { bucket, visits } of sorted) {
    if (below + visits >= share * total && visits > 0) {
      const [from, to] = [bucket === 0 ? 0 : RATIO ** (bucket - 1), RATIO ** bucket];
      const value = UNIT[metric] * (from + ((share * total - below) / visits) * (to - from));
      return Number(value.toFixed(metric === 'CLS' ? 3 : 0));
    }
    below += visits;
  }
  return null;
}
