import { finishAttempt, resumeAttempt, saveAnswers, saveMarks } from '#contract/exams/quiz-attempts.ts';
import { call } from '#web/lib/api.ts';
import { attemptsWithUnsent, openOutbox } from './answer-outbox.ts';
import { attemptsToFinish, openWish } from './finish-wish.ts';
import { endLeftAttempt, sendLeftAnswers } from './left-answers.ts';
import { refreshQuizzes } from './quizzes.queries.ts';
import { explainMarkFailure, explainSaveFailure } from './save-failure.ts';
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
  for (const attemptId of await attemptsWithUnsent(userId, 'marks')) {
    if (unfinished.includes(attemptId)) continue;
    await sendLeftAnswers({
      outbox: openOutbox(userId, attemptId, 'marks'),
      explain: explainMarkFailure,
      send: (marks) => call(saveMarks, { params: { id: attemptId }, body: { marks } }),
    });
  }
  const left = [...(await attemptsWithUnsent(userId)), ...(await attemptsWithUnsent(userId, 'marks'))];
  return unfinished.length === 0 && left.length === 0;
}

async function end(userId: string, id: number): Promise<void> {
  const ended = await endLeftAttempt({
    outbox: openOutbox(userId, id),
    wish: openWish(userId, id),
    explain: explainSaveFailure,
    read: async () => {
      const { answers, marks } = await call(resumeAttempt, { params: { id } });
      return [...answers, ...marks];
    },
    finish: async (answers) => {
      const bubbles = openOutbox(userId, id, 'marks');
      const marks = await bubbles.load();
      const result = await call(finishAttempt, { params: { id }, body: { answers, marks } });
      await bubbles.remove(marks);
      return result;
    },
  });
  if (!ended) return;
  tellConcluded(ended.attempt, ended.tooLate.length, ended.resultsAt);
  await refreshQuizzes();
}
