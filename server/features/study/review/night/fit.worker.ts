import { answerEach } from '#server/work/answer-each.ts';
import { dividingDay, towardsDefault, trainingItems, weightsIfBetter } from './fit.ts';
import { openOptimiser } from './optimiser.ts';
import type { AnsweredDay } from './traces.ts';

/** `guess`: the chance that a guess is right, over the school's questions. */
export type FitInput = { questions: AnsweredDay[][]; guess: number };
/** `isThere`: the native optimiser could be loaded on this machine. */
export type FitOutput = { isThere: boolean; weights: number[] | null };

answerEach(async ({ questions, guess }: FitInput): Promise<FitOutput> => {
  const optimise = await openOptimiser();
  if (!optimise) return { isThere: false, weights: null };
  const from = dividingDay(questions);
  if (from === null) return { isThere: true, weights: null };
  const checked = weightsIfBetter(questions, await optimise(trainingItems(questions, from)), from, guess);
  if (!checked) return { isThere: true, weights: null };
  // The fit passed the check: the stored weights are fitted on all answers.
  const all = trainingItems(questions, Number.POSITIVE_INFINITY);
  return { isThere: true, weights: towardsDefault(await optimise(all), all.length) ?? checked };
});
