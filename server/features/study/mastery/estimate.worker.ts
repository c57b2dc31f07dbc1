import { answerEach } from '#server/work/answer-each.ts';
import { estimateDifficulties } from './difficulties.ts';
import type { Answer } from './replay.ts';

answerEach((answers: Answer[]) => {
  const { difficulties, newQuestion } = estimateDifficulties(answers);
  return { difficulties: [...difficulties], newQuestion: newQuestion.value };
});
