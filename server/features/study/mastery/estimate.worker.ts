import { answerEach } from '#server/work/answer-each.ts';
import { estimateDifficulties } from './difficulties.ts';
import { type FinishedLesson, learnGains } from './learnt-gains.ts';
import type { Answer } from './replay.ts';
import { gainWeightsOf } from './school-gains.ts';

answerEach(({ answers, lessons }: { answers: Answer[]; lessons: FinishedLesson[] }) => {
  const { difficulties, newQuestion } = estimateDifficulties(answers);
  const gainWeights = gainWeightsOf(answers, difficulties, newQuestion);
  const gains = learnGains(answers, lessons);
  return { difficulties: [...difficulties], newQuestion: newQuestion.value, gainWeights, gains };
});
