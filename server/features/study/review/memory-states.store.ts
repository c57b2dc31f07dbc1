import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import type { LoggedAnswer, MemoryState } from './memory-replay.ts';

/** Whether an answer is waiting to be processed, as a query that can be batched with other reads. */
export const waitingAnswer = (userId: string) => sql<{ id: number }>`
  SELECT id FROM answer_log WHERE user_id = ${userId} AND NOT taken_in LIMIT 1`;

export async function hasWaiting(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('answer_log')
    .select('id')
    .where('user_id', '=', userId)
    .where('taken_in', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listWaitingAmong(db: Db, userIds: readonly string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM unnest(${userIds}::uuid[]) AS u (id)
    WHERE EXISTS (SELECT FROM answer_log l WHERE l.user_id = u.id AND NOT l.taken_in) LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks the rows: a concurrent reader waits and then finds them processed. */
export async function lockWaiting(tx: Tx, userId: string, limit: number) {
  return tx
    .selectFrom('answer_log')
    .select(['id', 'question_id as questionId', 'stands_for as standsFor'])
    .where('user_id', '=', userId)
    .where('taken_in', '=', false)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** Everything that moved the memory of these questions, what was asked in their place as well, in the log's order. */
export async function listLog(tx: Db | Tx, userId: string, questionIds: readonly number[]) {
  const { rows } = await sql<LoggedAnswer & { questionId: number }>`
    SELECT question_id AS "questionId", source, source_key AS "sourceKey", option_id AS "optionId",
      is_right AS "isRight", study_day::text AS day, "isStandIn"
    FROM (
      SELECT id, question_id, source, source_key, option_id, is_right, study_day, false AS "isStandIn"
      FROM answer_log WHERE user_id = ${userId} AND question_id = ANY(${questionIds}::int[])
      UNION ALL
      SELECT id, stands_for, source, source_key, option_id, is_right, study_day, true
      FROM answer_log WHERE user_id = ${userId} AND stands_for = ANY(${questionIds}::int[])
    ) AS log
    ORDER BY id`.execute(tx);
  return rows;
}

export async function listStateQuestions(tx: Tx, userId: string, after: number, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('memory_states')
    .select('question_id as questionId')
    .where('user_id', '=', userId)
    .where('question_id', '>', after)
    .orderBy('question_id')
    .limit(limit)
    .execute();
  return rows.map(({ questionId }) => questionId);
}

/** With their student, by whom the log is cut into parts where it is. */
export async function markApplied(tx: Tx, userId: string, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('answer_log')
    .set({ taken_in: true })
    .where('user_id', '=', userId)
    .where('id', '=', sql<number>`ANY(${ids}::bigint[])`)
    .execute();
}

export async function saveStates(
  tx: Tx,
  userId: string,
  states: readonly (MemoryState & { questionId: number })[],
): Promise<void> {
  if (states.length === 0) return;
  await tx
    .insertInto('memory_states')
    .values(
      states.map((state) => ({
        user_id: userId,
        question_id: state.questionId,
        stability: state.stability,
        difficulty: state.difficulty,
        last_day: state.lastDay,
        last_right: state.lastRight,
        answers: state.answers,
        wrongs: state.wrongs,
        last_wrong_day: state.lastWrongDay,
        wrong_option_id: state.wrongOptionId,
        right_days: state.rightDays,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'question_id']).doUpdateSet((set) => ({
        stability: set.ref('excluded.stability'),
        difficulty: set.ref('excluded.difficulty'),
        last_day: set.ref('excluded.last_day'),
        last_right: set.ref('excluded.last_right'),
        answers: set.ref('excluded.answers'),
        wrongs: set.ref('excluded.wrongs'),
        last_wrong_day: set.ref('excluded.last_wrong_day'),
        wrong_option_id: set.ref('excluded.wrong_option_id'),
        right_days: set.ref('excluded.right_days'),
      })),
    )
    .execute();
}
