import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** The most recent answers suffice to estimate shares, and limit the cost of a popular question. */
const ANSWERS_COUNTED = 500;

/** How many students chose each option of these versions. For each student the first of the counted answers is used. */
export async function countChoices(db: Db | Tx, versionIds: readonly number[]) {
  const { rows } = await sql<{ versionId: number; optionId: number; count: number }>`
    SELECT version.id AS "versionId", first.option_id AS "optionId", count(*) AS count
    FROM unnest(${versionIds}::int[]) AS version (id)
    CROSS JOIN LATERAL (
      SELECT DISTINCT ON (p.user_id) last.option_id
      FROM (SELECT practice_id, option_id, answered_at FROM practice_questions
            WHERE question_version_id = version.id AND option_id IS NOT NULL
            ORDER BY answered_at DESC LIMIT ${ANSWERS_COUNTED}) AS last
      JOIN practices p ON p.id = last.practice_id
      JOIN users ON users.id = p.user_id AND users.role = 'student'
      ORDER BY p.user_id, last.answered_at
    ) AS first GROUP BY version.id, first.option_id`.execute(db);
  return rows;
}

export async function listCurrentVersionIds(db: Db, questionId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('questions')
    .select('current_version_id as id')
    .where('id', '=', questionId)
    .where('current_version_id', 'is not', null)
    .execute();
  return rows.flatMap(({ id }) => id ?? []);
}
