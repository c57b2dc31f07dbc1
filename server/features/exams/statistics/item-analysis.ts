import type { Suspicion } from '#contract/exams/quiz-statistics.ts';

/** What SQL counts about one version of a question. */
export type ItemCounts = {
  attempts: number;
  right: number;
  blank: number;
  /** The third of the attempts with the best results, and the one with the worst. */
  upper: number;
  upperRight: number;
  lower: number;
  lowerRight: number;
  /** `upper`: chosen so often by the best third. */
  options: readonly { isCorrect: boolean; count: number; upper: number }[];
};

/** With fewer attempts than this a number says nothing about the question. */
const ENOUGH_TO_COMPARE = 9;
const ENOUGH_FOR_UNUSED = 20;

export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Share right above less share right below: a good question is above 0.3, a bad one below 0. */
export function discriminationOf({ upper, upperRight, lower, lowerRight }: ItemCounts): number | null {
  if (upper === 0 || lower === 0) return null;
  return upperRight / upper - lowerRight / lower;
}

/** What an author should look at. */
export function suspicionsOf(item: ItemCounts): Suspicion[] {
  const found: Suspicion[] = [];
  const discrimination = discriminationOf(item);
  const bestWrong = Math.max(...item.options.filter(({ isCorrect }) => !isCorrect).map(({ upper }) => upper), 0);
  // Two of them may be mistaken alike; from three on it is worth a look.
  if (item.attempts >= ENOUGH_TO_COMPARE && bestWrong > Math.max(item.upperRight, 2)) found.push('suspect_key');
  if (item.attempts >= ENOUGH_TO_COMPARE && discrimination !== null && discrimination < 0) {
    found.push('negative_discrimination');
  }
  const preferred = Math.max(...item.options.filter(({ isCorrect }) => !isCorrect).map(({ count }) => count), 0);
  if (item.attempts >= ENOUGH_TO_COMPARE && preferred > item.right) found.push('wrong_preferred');
  if (item.attempts >= ENOUGH_FOR_UNUSED && item.options.some(({ count }) => count === 0)) found.push('unused_option');
  return found;
}
