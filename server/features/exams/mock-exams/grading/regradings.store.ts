import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

const columns = [
  'id',
  'question_id as questionId',
  'revision',
  'as_annulled as isAnnulled',
  'total',
  'done',
  'changed',
  'pass_gained as passGained',
  'pass_lost as passLost',
  'last_attempt_id as lastAttemptId',
  'created_at as startedAt',
  'finished_at as finishedAt',
  'is_superseded as isSuperseded',
] as const;

/** Unfinished regradings of the question stop at their next chunk. */
export async function supersedeRegradings(tx: Tx, questionId: number): Promise<void> {
  await tx
    .updateTable('regradings')
    .set({ is_superseded: true })
    .where('question_id', '=', questionId)
    .where('finished_at', 'is', null)
    .execute();
}

export async function insertRegrading(
  tx: Tx,
  regrading: { questionId: number; revision: number; isAnnulled: boolean; total: number; now: Date },
) {
  return tx
    .insertInto('regradings')
    .values({
      question_id: regrading.questionId,
      revision: regrading.revision,
      as_annulled: regrading.isAnnulled,
      total: regrading.total,
      created_at: regrading.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export type RegradingRow = Awaited<ReturnType<typeof insertRegrading>>;

export async function lockRegrading(tx: Tx, id: number): Promise<RegradingRow | undefined> {
  return tx.selectFrom('regradings').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findLastRegrading(db: Db | Tx, questionId: number): Promise<RegradingRow | undefined> {
  return db
    .selectFrom('regradings')
    .select(columns)
    .where('question_id', '=', questionId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type Step = { done: number; changed: number; passGained: number; passLost: number; lastAttemptId: number };

export async function advanceRegrading(tx: Tx, id: number, step: Step): Promise<void> {
  await tx
    .updateTable('regradings')
    .set({
      done: sql`done + ${step.done}::int`,
      changed: sql`changed + ${step.changed}::int`,
      pass_gained: sql`pass_gained + ${step.passGained}::int`,
      pass_lost: sql`pass_lost + ${step.passLost}::int`,
      last_attempt_id: step.lastAttemptId,
    })
    .where('id', '=', id)
    .execute();
}

export async function endRegrading(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('regradings').set({ finished_at: now }).where('id', '=', id).execute();
}

/** Whether the question is annulled now. */
export async function isAnnulledNow(tx: Tx, questionId: number): Promise<boolean> {
  const row = await tx.selectFrom('questions').select('status').where('id', '=', questionId).executeTakeFirst();
  return row?.status === 'annulled';
}

/** Quizzes whose attempts contain the question. */
export async function listQuizzesContaining(tx: Tx, questionId: number): Promise<number[]> {
  const { rows } = await sql<{ quizId: number }>`
    SELECT DISTINCT v.quiz_id AS "quizId" FROM quiz_version_questions q
    JOIN quiz_versions v ON v.id = q.quiz_version_id WHERE q.question_id = ${questionId}`.execute(tx);
  return rows.map(({ quizId }) => quizId);
}

/** Shared lock: grading runs concurrently, and only a change of what is right excludes it. */
export async function shareGrading(tx: Tx, lock: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${lock})`.execute(tx);
}
