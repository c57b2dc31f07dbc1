import type { Db } from '#server/db/handle.ts';
import { isOutage } from '#server/http/errors.ts';
import { batchCalls } from '#server/work/batch-calls.ts';
import { type OneAnswer, saveManyAnswerRows } from './answers.store.ts';

/** The most answers that one statement writes. */
const MOST_AT_ONCE = 500;

/** Saves one answer, batched with concurrent ones. False: not saved, without a reason. */
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
        // One invalid answer must not reject the others: each is retried alone.
        return answers.map(() => false);
      }),
    { most: MOST_AT_ONCE, keyOf: ({ call, change }) => `${call.attemptId}:${change.questionId}` },
  );
}
