import type { EssayReviewState } from '#contract/exams/essay-review.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import { countedReadings, type FinishedReading, finalReading } from '#contract/exams/second-reading.ts';
import { resultOf } from '../grading/correction.rules.ts';

type Regraded = {
  text: string;
  theme: PublishedTheme;
  final: FinishedReading;
  reviewState: EssayReviewState | null;
  /** The readings of blind readers, in their order; empty: one reader. */
  readings: readonly FinishedReading[];
};

/**
 * The final reading of a returned essay under the espelho that its theme has now. Who read stays who read: a new
 * discrepancy asks no third reader. A review that changed points replaced the readings, so its points are what is scored.
 */
export function regraded({ text, theme, final, reviewState, readings }: Regraded) {
  const scored = readings.map(({ correction }) => ({ correction, result: resultOf({ text, theme }, correction) }));
  if (readings.length === 0 || reviewState === 'changed' || !theme.secondReading) {
    const { correction } = final;
    return { readings: scored, final: { correction, result: resultOf({ text, theme }, correction) } };
  }
  return {
    readings: scored,
    final: finalReading(theme.espelho, countedReadings(theme.secondReading.finalMark, scored)),
  };
}
