import { answerEach } from '#server/work/answer-each.ts';
import { dividingDay, trainingItems, weightsIfBetter } from './fit.ts';
import { openOptimiser } from './optimiser.ts';
import type { AnsweredDay } from './traces.ts';

export type FitInput = { questions: AnsweredDay[][] };
/** `isThere`: the native optimiser could be loaded on this machine. */
export type FitOutput = { isThere: boolean; weights: number[] | null };

answerEach(async ({ questions }: FitInput): Promise<FitOutput> => {
  const optimise = await openOptimiser();
  if (!optimise) return { isThere: false, weights: null };
  const from = dividingDay(questions);
  if (from === null) return { isThere: true, weights: null };
  const fitted = await optimise(trainingItems(questions, from));
  return { isThere: true, weights: weightsIfBetter(questions, fitted, from) };
});
