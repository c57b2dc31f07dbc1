import { sql } from 'kysely';
import { RIGHT_DAYS_TO_LEAVE } from '#contract/limits.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import type { Practising } from './practice-pool.store.ts';

/** The student's open mistakes outside of open attempts, and whether free practice may ask each of them. */
export async function listOpenMistakes(db: Db, { userId, underWay, withheld }: Practising, limit: number) {
  const { rows } = await sql<{ questionId: number; inBank: boolean }>`
    SELECT q.id AS "questionId", q.in_bank AS "inBank"
    FROM memory_states s
    JOIN questions q ON q.id = s.question_id AND q.status = 'active' AND q.current_version_id IS NOT NULL
    WHERE s.user_id = ${userId} AND s.wrongs > 0 AND s.right_days < ${RIGHT_DAYS_TO_LEAVE}
      AND q.id <> ALL(${underWay}::int[])
    ORDER BY q.id LIMIT ${limit}`.execute(db);
  return rows.map(({ questionId, inBank }) => ({ questionId, isFree: inBank && !withheld.has(questionId) }));
}

export async function findOpenTimed(db: Db | Tx, userId: string) {
  const { rows } = await sql<{ practiceId: number; deadlineAt: Date; answered: number; total: number }>`
    SELECT p.id AS "practiceId", p.deadline_at AS "deadlineAt", p.total_questions AS total,
      (SELECT count(coalesce(held.chosen_option_id, held.option_id)) FROM practice_questions held
       WHERE held.practice_id = p.id)::int AS answered
    FROM practices p
    WHERE p.user_id = ${userId} AND p.finished_at IS NULL AND p.deadline_at IS NOT NULL`.execute(db);
  return rows[0];
}

/** Sets or clears choices of questions that are not graded. */
export async function saveChoices(
  tx: Tx,
  practiceId: number,
  choices: readonly { questionId: number; optionId: number | null }[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE practice_questions held
    SET chosen_option_id = given.option_id, chosen_at = CASE WHEN given.option_id IS NULL THEN NULL ELSE ${now}::timestamptz END
    FROM unnest(${choices.map(({ questionId }) => questionId)}::int[], ${choices.map(({ optionId }) => optionId)}::int[])
      AS given (question_id, option_id)
    WHERE held.practice_id = ${practiceId} AND held.question_id = given.question_id AND held.option_id IS NULL
      AND held.chosen_option_id IS DISTINCT FROM given.option_id`.execute(tx);
}

/** Those of the practices that are timed, in one order, so that two closings wait for each other. */
export async function lockTimed(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; userId: string; deadlineAt: Date; finishedAt: Date | null }>`
    SELECT id, user_id AS "userId", deadline_at AS "deadlineAt", finished_at AS "finishedAt" FROM practices
    WHERE id = ANY(${ids}::int[]) AND deadline_at IS NOT NULL ORDER BY id FOR UPDATE`.execute(tx);
  return rows;
}

export async function closeTimed(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`UPDATE practices SET finished_at = ${at} WHERE id = ${id} AND finished_at IS NULL`.execute(tx);
}

/** Grades the choices and returns their questions. A second run finds no choice. */
export async function gradeChoices(tx: Tx, practiceId: number): Promise<number[]> {
  const { rows } = await sql<{ questionId: number }>`
    UPDATE practice_questions held
    SET option_id = held.chosen_option_id, answered_at = held.chosen_at, chosen_option_id = NULL, chosen_at = NULL,
      is_correct = chosen.is_correct OR q.status = 'annulled'
    FROM options chosen, questions q
    WHERE held.practice_id = ${practiceId} AND held.option_id IS NULL
      AND chosen.id = held.chosen_option_id AND q.id = held.question_id
    RETURNING held.question_id AS "questionId"`.execute(tx);
  return rows.map(({ questionId }) => questionId);
}

/** The student's timed practices whose time is over. There is one at most. */
export async function listDueTimed(db: Db | Tx, userId: string, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM practices
    WHERE user_id = ${userId} AND finished_at IS NULL AND deadline_at < ${before}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The overdue ones of all students, the oldest first. */
export async function listOverdueTimed(
  db: Db,
  { before, pausing, limit }: { before: Date; pausing: Pausing; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM practices
    WHERE finished_at IS NULL AND deadline_at < ${before} AND ${isUnpaused(pausing, sql.ref('id'))}
    ORDER BY deadline_at, id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
