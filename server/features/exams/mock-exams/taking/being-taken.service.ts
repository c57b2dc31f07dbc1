import type { Db, Tx } from '#server/db/handle.ts';
import { overdueBefore } from '../grading/deadline.ts';
import {
  anythingUnderWay,
  isAnythingUnderWay,
  listAttemptsContaining,
  listWithAnythingUnderWay,
  type UnderWayRow,
  underWayQuestions,
} from './under-way.store.ts';

/** The quiz whose open attempt contains a question. Without a quiz it is a timed practice. */
export type OpenQuiz = { quizId: number | null; title: string; untilResult?: boolean };

/**
 * The questions that a student is answering now, at whatever quiz or in a timed practice, and those that wait in a window which students have
 * before them, each with its quiz. Answers to them are still taken, so nothing may show their key. The grace counts, as
 * it does for the answers.
 */
export type UnderWay = ReadonlyMap<number, OpenQuiz & { holdsResults: boolean; practiceId: number | null }>;

/** What a withheld result says about the quiz that it waits for. */
export const openQuizOf = ({ quizId, title, untilResult }: OpenQuiz): OpenQuiz => ({
  quizId,
  title,
  ...(untilResult ? { untilResult } : {}),
});

const scopeAt = (now: Date, telling: boolean) => ({ overdueBefore: overdueBefore(now), now, telling });

/** The query for what toUnderWay() needs to withhold results, to be batched with other reads. */
export const underWayReads = (userId: string, now: Date) => ({
  underWay: underWayQuestions(userId, scopeAt(now, true)),
});

/** The query of readUnderWay(), to be batched with other reads. */
export const withheldReads = (userId: string, now: Date) => ({
  underWay: underWayQuestions(userId, scopeAt(now, false)),
});

export const toUnderWay = (rows: readonly UnderWayRow[]): UnderWay =>
  new Map(rows.map(({ questionId, ...holder }) => [questionId, holder]));

export async function readUnderWay(db: Db | Tx, userId: string, now: Date): Promise<UnderWay> {
  return toUnderWay((await underWayQuestions(userId, scopeAt(now, false)).execute(db)).rows);
}

/**
 * The student's closed attempts whose results are withheld, each with the quiz that must be finished first. No score,
 * count or total that includes such a question may leave the server. A window that has not opened yet withholds
 * nothing.
 */
export async function withheldAttempts(
  db: Db | Tx,
  userId: string,
  underWay: UnderWay,
): Promise<ReadonlyMap<number, OpenQuiz>> {
  const withheld = new Map<number, OpenQuiz>();
  const holding = [...underWay].filter(([, { holdsResults }]) => holdsResults).map(([questionId]) => questionId);
  if (holding.length === 0) return withheld;
  for (const { attemptId, questionId } of await listAttemptsContaining(db, userId, holding)) {
    const holder = underWay.get(questionId);
    if (holder) withheld.set(attemptId, openQuizOf(holder));
  }
  return withheld;
}

export async function readWithheldAttempts(
  db: Db | Tx,
  userId: string,
  now: Date,
): Promise<ReadonlyMap<number, OpenQuiz>> {
  return (await isAnythingUnderWay(db, userId)) ? readWithheld(db, userId, now) : new Map();
}

/** The query of withheldAttemptsOf(), to be batched with other reads. */
export const anythingReads = (userId: string) => ({ anything: anythingUnderWay(userId) });

/** The withheld attempts of a student, of whom it was read whether anything is under way: usually nothing is. */
export const withheldAttemptsOf = async (
  db: Db | Tx,
  userId: string,
  now: Date,
  { anything }: { anything: readonly { isThere: boolean }[] },
): Promise<ReadonlyMap<number, OpenQuiz>> => (anything[0]?.isThere ? readWithheld(db, userId, now) : new Map());

/** The same of several students at once. */
export async function readWithheldAttemptsOf(
  tx: Tx,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<number, OpenQuiz>> {
  const withheld = new Map<number, OpenQuiz>();
  for (const userId of await listWithAnythingUnderWay(tx, userIds)) {
    for (const [attemptId, holder] of await readWithheld(tx, userId, now)) withheld.set(attemptId, holder);
  }
  return withheld;
}

async function readWithheld(db: Db | Tx, userId: string, now: Date): Promise<ReadonlyMap<number, OpenQuiz>> {
  const { rows } = await underWayQuestions(userId, scopeAt(now, true)).execute(db);
  return withheldAttempts(db, userId, toUnderWay(rows));
}
