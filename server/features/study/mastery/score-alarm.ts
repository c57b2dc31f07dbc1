import { SCORE_COVERAGE_LEAST, SCORE_RESULTS_LEAST } from '#contract/limits.ts';

/** Results of different students, and how many of them lay within the interval. */
export type Coverage = { results: number; within: number };

/** The 99 % quantile of the normal distribution. */
const NINETY_NINE = 2.3263;

/** The upper 99 % bound of a share (Wilson). */
export function upperBound({ results, within }: Coverage): number {
  if (results === 0) return 1;
  const share = within / results;
  const square = NINETY_NINE ** 2 / results;
  const reach = NINETY_NINE * Math.sqrt((share * (1 - share)) / results + square / (4 * results));
  return Math.min(1, (share + square / 2 + reach) / (1 + square));
}

/** Whether the score is withdrawn after these results. With fewer results nothing changes. */
export function isWithdrawnAfter(coverage: Coverage, isWithdrawn: boolean): boolean {
  if (coverage.results < SCORE_RESULTS_LEAST) return isWithdrawn;
  return upperBound(coverage) < SCORE_COVERAGE_LEAST;
}
