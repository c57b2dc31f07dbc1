import type { Db, Tx } from '../../../db/connect.ts';
import { overdueBefore } from '../grading/deadline.ts';
import { listOpenQuestions } from './attempts.store.ts';

/**
 * Which of the questions stand in an attempt that the student has open, at whatever quiz: answers to them are still
 * taken, so nothing may show their key. The grace counts, as it does for the answers.
 */
export async function questionsBeingTaken(
  db: Db | Tx,
  userId: string,
  questionIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  return new Set(await listOpenQuestions(db, userId, questionIds, overdueBefore(now)));
}
