import { saveAnswers } from '../../../../contract/quiz-attempts.ts';
import { call } from '../../../lib/api.ts';
import { attemptsWithUnsent, openOutbox } from './answer-outbox.ts';
import { sendLeftAnswers } from './left-answers.ts';
import { explainSaveFailure } from './save-failure.ts';

/** Sends what any attempt of the user left in this browser. False: something is still here and may be taken later. */
export async function drainOutboxes(userId: string): Promise<boolean> {
  for (const attemptId of await attemptsWithUnsent(userId)) {
    await sendLeftAnswers({
      outbox: openOutbox(userId, attemptId),
      explain: explainSaveFailure,
      send: (answers) => call(saveAnswers, { params: { id: attemptId }, body: { answers } }),
    });
  }
  return (await attemptsWithUnsent(userId)).length === 0;
}
