import type { Db } from '#server/db/handle.ts';
import { isOutage } from '#server/http/errors.ts';
import { batchCalls } from '#server/work/batch-calls.ts';
import { type OneAnswer, saveManyAnswerRows } from './answers.store.ts';

/** The most answers that one statement writes. */
const MOST_AT_ONCE = 500;

/** Saves one answer, with those of others where there are any. False: not saved, and nothing is said about why. */
export type SaveOne = (answer: OneAnswer) => Promise<boolean>;

/**
 * The hottest write of the product. A commit costs the same for one answer and for hundreds, so concurrent answers
 * share one. A call is answered only after the commit that contains its answer.
 */
export function answerBatches(db: Db): SaveOne {
  return batchCalls<OneAnswer, boolean>(
    (answers) =>
      saveManyAnswerRows(db, answers).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        // One that cannot be written must not take the others with it: each is tried by itself.
        return answers.map(() => false);
      }),
    { most: MOST_AT_ONCE, keyOf: ({ call, change }) => `${call.attemptId}:${change.questionId}` },
  );
}
