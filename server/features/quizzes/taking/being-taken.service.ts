import type { Db, Tx } from '../../../db/handle.ts';
import { overdueBefore } from '../grading/deadline.ts';
import { listAttemptsHolding, type UnderWayRow, underWayQuestions } from './under-way.store.ts';

/** The quiz in whose open attempt a question stands. */
export type Holder = { quizId: number; title: string };

/**
 * The questions that a student is answering now, at whatever quiz, each with that quiz. Answers to them are still
 * taken, so nothing may show their key, nor a score, count or total that holds one. The grace counts, as it does for
 * the answers.
 */
export type UnderWay = ReadonlyMap<number, Holder>;

/** What toUnderWay() needs to know, for whoever sends it along with reads of their own. */
export const underWayReads = (userId: string, now: Date) => ({
  underWay: underWayQuestions(userId, overdueBefore(now)),
});

export const toUnderWay = (rows: readonly UnderWayRow[]): UnderWay =>
  new Map(rows.map(({ questionId, quizId, title }) => [questionId, { quizId, title }]));

export async function readUnderWay(db: Db | Tx, userId: string, now: Date): Promise<UnderWay> {
  return toUnderWay((await underWayReads(userId, now).underWay.execute(db)).rows);
}

/** The student's closed attempts whose results stay shut, each with the quiz that has to be finished first. */
export async function withheldAttempts(
  db: Db | Tx,
  userId: string,
  underWay: UnderWay,
): Promise<ReadonlyMap<number, Holder>> {
  const withheld = new Map<number, Holder>();
  if (underWay.size === 0) return withheld;
  for (const { attemptId, questionId } of await listAttemptsHolding(db, userId, [...underWay.keys()])) {
    const holder = underWay.get(questionId);
    if (holder) withheld.set(attemptId, holder);
  }
  return withheld;
}

export const readWithheldAttempts = async (db: Db | Tx, userId: string, now: Date) =>
  withheldAttempts(db, userId, await readUnderWay(db, userId, now));
