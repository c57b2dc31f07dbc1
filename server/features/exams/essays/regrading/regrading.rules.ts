import { withKnownReasons } from '#contract/exams/essay-corrections.ts';
import type { EssayReviewState } from '#contract/exams/essay-review.ts';
import { countedReadings, type FinishedReading, finalReading } from '#contract/exams/second-reading.ts';
import { type Graded, resultOf } from '../grading/correction.rules.ts';

type Regraded = Graded & {
  final: FinishedReading;
  reviewState: EssayReviewState | null;
  /** The readings of blind readers, in their order; empty: one reader. */
  readings: readonly FinishedReading[];
};

/**
 * The final reading of a returned essay under the espelho that its theme has now. Who read stays who read: a new
 * discrepancy asks no third reader. A review that changed points replaced the readings, so its points are what is scored.
 */
export function regraded({ text, theme, photo, final, reviewState, readings }: Regraded) {
  const score = (reading: FinishedReading) => {
    const correction = withKnownReasons(theme.espelho, reading.correction);
    return { correction, result: resultOf({ text, theme, photo: photo ?? null }, correction) };
  };
  const scored = readings.map(score);
  if (readings.length === 0 || reviewState === 'changed' || !theme.secondReading) {
    return { readings: scored, final: score(final) };
  }
  return {
    readings: scored,
    final: finalReading(theme.espelho, countedReadings(theme.espelho, theme.secondReading.finalMark, scored)),
  };
}
