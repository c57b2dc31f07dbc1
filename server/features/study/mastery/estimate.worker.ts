import { answerEach } from '#server/work/answer-each.ts';
import { estimateDifficulties } from './difficulties.ts';
import type { Answer } from './replay.ts';
import { gainWeightsOf } from './school-gains.ts';

answerEach((answers: Answer[]) => {
  const { difficulties, newQuestion } = estimateDifficulties(answers);
  const gainWeights = gainWeightsOf(answers, difficulties, newQuestion);
  return { difficulties: [...difficulties], newQuestion: newQuestion.value, gainWeights };
});
