import { finishAttempt, resumeAttempt, saveAnswers } from '../../../../contract/quiz-attempts.ts';
import { call } from '../../../lib/api.ts';
import { attemptsWithUnsent, openOutbox } from './answer-outbox.ts';
import { attemptsToFinish, openWish } from './finish-wish.ts';
import { endLeftAttempt, sendLeftAnswers } from './left-answers.ts';
import { refreshQuizzes } from './quizzes.queries.ts';
import { explainSaveFailure } from './save-failure.ts';
import { tellConcluded } from './tell-concluded.ts';

/** Sends what any attempt of the user left in this browser. False: something is still here and may be taken later. */
export async function drainOutboxes(userId: string): Promise<boolean> {
  for (const attemptId of await attemptsToFinish(userId)) await end(userId, attemptId);
  const unfinished = await attemptsToFinish(userId);
  for (const attemptId of await attemptsWithUnsent(userId)) {
    // Its answers go with its end.
    if (unfinished.includes(attemptId)) continue;
    await sendLeftAnswers({
      outbox: openOutbox(userId, attemptId),
      explain: explainSaveFailure,
      send: (answers) => call(saveAnswers, { params: { id: attemptId }, body: { answers } }),
    });
  }
  return unfinished.length === 0 && (await attemptsWithUnsent(userId)).length === 0;
}

async function end(userId: string, id: number): Promise<void> {
  const ended = await endLeftAttempt({
    outbox: openOutbox(userId, id),
    wish: openWish(userId, id),
    explain: explainSaveFailure,
    read: async () => (await call(resumeAttempt, { params: { id } })).answers,
    finish: (answers) => call(finishAttempt, { params: { id }, body: { answers } }),
  });
  if (!ended) return;
  tellConcluded(ended.attempt, ended.tooLate.length, ended.resultsAt);
  await refreshQuizzes();
}
