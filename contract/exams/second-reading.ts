import * as z from 'zod/mini';
import { type Espelho, essayPoints } from './espelho.ts';
import type { Correction, EssayResult } from './essay-corrections.ts';

/** How three scores become one: the mean of the two closest, or the third reader's alone. */
export const finalMarkRules = ['closest_two', 'third_decides'] as const;
export type FinalMarkRule = (typeof finalMarkRules)[number];

/** Two readers correct each essay without seeing each other's work; a discrepancy sends it to a third one. */
export const secondReading = z.object({
  /** A larger difference between the two scores is a discrepancy. */
  totalLimit: essayPoints(0),
  /** A larger difference in one criterion is one, too; null: only the scores are compared. */
  criterionLimit: z.nullable(essayPoints(0)),
  finalMark: z.enum(finalMarkRules),
});
export type SecondReading = z.output<typeof secondReading>;

/** What one reader gave, and the score that the espelho makes of it. */
export type FinishedReading = { correction: Correction; result: EssayResult };

const inHundredths = (points: number) => Math.round(points * 100);

/** Halves go up. */
const meanOf = (values: readonly number[]) => {
  const sum = values.reduce((total, value) => total + inHundredths(value), 0);
  return Math.floor((2 * sum + values.length) / (2 * values.length)) / 100;
};

const isAbove = (first: number, second: number, limit: number) =>
  Math.abs(inHundredths(first) - inHundredths(second)) > inHundredths(limit);

const isZeroed = ({ zeroReasons }: Espelho, { result }: FinishedReading) =>
  zeroReasons.some(({ key, effect }) => effect.kind === 'zero' && result.reasonKeys.includes(key));

/** Whether a third reader is needed. That only one of the two annulled the essay is always a discrepancy. */
export function isDiscrepant(
  { totalLimit, criterionLimit }: SecondReading,
  espelho: Espelho,
  [first, second]: readonly [FinishedReading, FinishedReading],
): boolean {
  const zeroed = [first, second].filter((reading) => isZeroed(espelho, reading)).length;
  if (zeroed > 0) return zeroed === 1;
  if (isAbove(first.result.score, second.result.score, totalLimit)) return true;
  if (criterionLimit === null) return false;
  return espelho.criteria.some(({ key }) =>
    isAbove(first.correction.points[key] ?? 0, second.correction.points[key] ?? 0, criterionLimit),
  );
}

/** The two readings with the smallest difference between their scores. Of equal pairs, the one that favours the student. */
function closestTwo(readings: readonly FinishedReading[]): FinishedReading[] {
  const pairs = readings.flatMap((one, index) => readings.slice(index + 1).map((other) => [one, other] as const));
  const distance = ([one, other]: (typeof pairs)[number]) =>
    Math.abs(inHundredths(one.result.score) - inHundredths(other.result.score));
  const sum = ([one, other]: (typeof pairs)[number]) =>
    inHundredths(one.result.score) + inHundredths(other.result.score);
  const [best] = pairs.toSorted((a, b) => distance(a) - distance(b) || sum(b) - sum(a));
  return best ? [...best] : [...readings];
}

/** Most of the readers annulled the essay or did not; the readings of that side. */
function majorityOf(espelho: Espelho, readings: readonly FinishedReading[]): readonly FinishedReading[] {
  const zeroed = readings.filter((reading) => isZeroed(espelho, reading));
  return 2 * zeroed.length > readings.length ? zeroed : readings.filter((reading) => !zeroed.includes(reading));
}

/** The readings that make the final mark, in the order in which they were finished. */
export function countedReadings(
  espelho: Espelho,
  rule: FinalMarkRule,
  readings: readonly FinishedReading[],
): FinishedReading[] {
  if (readings.length < 3) return [...readings];
  return rule === 'third_decides' ? readings.slice(2, 3) : closestTwo(majorityOf(espelho, readings));
}

const union = (keys: readonly string[]) => [...new Set(keys)];
const shared = ([first = [], ...others]: readonly (readonly string[])[]) =>
  union(first).filter((key) => others.every((keys) => keys.includes(key)));

/** What the student gets: the means of the counted readings, the marks and words of all of them. */
export function finalReading({ criteria, minimum }: Espelho, counted: readonly FinishedReading[]): FinishedReading {
  const corrections = counted.map(({ correction }) => correction);
  const results = counted.map(({ result }) => result);
  const given = criteria.filter(({ key }) => corrections.some(({ points }) => points[key] !== undefined));
  const score = meanOf(results.map((one) => one.score));
  return {
    correction: {
      points: Object.fromEntries(
        given.map(({ key }) => [key, meanOf(corrections.map(({ points }) => points[key] ?? 0))]),
      ),
      // Two readers may have used one key; places are unique.
      marks: corrections.flatMap(({ marks }, reader) =>
        marks.map((mark, index) => ({ ...mark, id: `${reader + 1}-${index + 1}` })),
      ),
      // Down, and only shared reasons: scored alone, the means must not take more away than the readings did.
      languageErrors: Math.floor(corrections.reduce((sum, one) => sum + one.languageErrors, 0) / counted.length),
      zeroReasonKeys: shared(corrections.map(({ zeroReasonKeys }) => zeroReasonKeys)),
      ...(corrections.some(({ lines }) => lines !== undefined)
        ? { lines: Math.max(...results.map(({ lines }) => lines)) }
        : {}),
      comment: corrections
        .map(({ comment }) => comment.trim())
        .filter((comment) => comment !== '')
        .join('\n\n'),
    },
    result: {
      score,
      isPassed: minimum === null ? null : inHundredths(score) >= inHundredths(minimum),
      content: meanOf(results.map(({ content }) => content)),
      penalty: meanOf(results.map(({ penalty }) => penalty)),
      reasonKeys: union(results.flatMap(({ reasonKeys }) => reasonKeys)),
      lines: Math.max(...results.map(({ lines }) => lines)),
    },
  };
}
