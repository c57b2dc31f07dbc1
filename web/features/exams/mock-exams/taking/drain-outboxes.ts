import { finishAttempt, resumeAttempt, saveAnswers, saveMarks } from '#contract/exams/quiz-attempts.ts';
import { call } from '#web/lib/api.ts';
import { attemptsWithUnsent, openOutbox } from './answer-outbox.ts';
import { endLeftAttempt, sendLeftAnswers } from './left-answers.ts';
import { attemptsToFinish, openPendingFinish } from './pending-finish.ts';
import { refreshQuizzes } from './quizzes.queries.ts';
import { explainBubbleFailure, explainSaveFailure } from './save-failure.ts';
import { toastConcluded } from './toast-concluded.ts';

/** Sends the unsent answers of every attempt of the user. False: some remain and may be accepted later. */
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
      explain: explainBubbleFailure,
      send: (marks) => call(saveMarks, { params: { id: attemptId }, body: { marks } }),
    });
  }
  const left = [...(await attemptsWithUnsent(userId)), ...(await attemptsWithUnsent(userId, 'marks'))];
  return unfinished.length === 0 && left.length === 0;
}

async function end(userId: string, id: number): Promise<void> {
  const ended = await endLeftAttempt({
    outbox: openOutbox(userId, id),
    wish: openPendingFinish(userId, id),
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
  toastConcluded(ended.attempt, ended.tooLate.length, ended.resultsAt);
  await refreshQuizzes();
}
