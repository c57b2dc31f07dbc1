import { saveAnswers } from '../../../contract/quiz-attempts.ts';
import { call } from '../../lib/api.ts';
import { attemptsWithUnsent, openOutbox } from './answer-outbox.ts';
import { sendLeftAnswers } from './left-answers.ts';
import { explainSaveFailure } from './save-failure.ts';

/** Answers that were left in this browser by any attempt of the user, on whatever page they come back. */
export async function drainOutboxes(userId: string): Promise<void> {
  for (const attemptId of await attemptsWithUnsent(userId)) {
    await sendLeftAnswers({
      outbox: openOutbox(userId, attemptId),
      explain: explainSaveFailure,
      send: (answers) => call(saveAnswers, { params: { id: attemptId }, body: { answers } }),
    });
  }
}
