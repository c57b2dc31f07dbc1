import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

/** With enough answers, and a good part more than when a fit was last tried; who was tried longest ago first. */
export async function listToFit(
  db: Db,
  { from, growth, pausing, limit }: { from: number; growth: number; pausing: Pausing; limit: number },
) {
  const { rows } = await sql<{ id: string }>`
    SELECT m.user_id AS id FROM student_mastery m LEFT JOIN student_memories s ON s.user_id = m.user_id
    WHERE m.answers >= 100 AND m.answers >= ${from} AND m.answers >= coalesce(s.fit_answers, 0) * ${growth}::float8
      AND ${isUnpaused(pausing, sql`m.user_id`)}
    ORDER BY coalesce(s.fit_answers, 0), m.user_id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countAnswers(db: Db, userId: string): Promise<number> {
  const row = await db.selectFrom('student_mastery').select('answers').where('user_id', '=', userId).executeTakeFirst();
  return row?.answers ?? 0;
}

export async function ensureMemory(db: Db, userId: string): Promise<void> {
  await sql`
    INSERT INTO student_memories (user_id) SELECT id FROM users WHERE id = ${userId} ON CONFLICT DO NOTHING`.execute(
    db,
  );
}

/** Whether the weights are others than before. */
export async function saveFit(
  tx: Tx,
  userId: string,
  fit: { weights: number[] | null; answers: number; today: string },
): Promise<boolean> {
  const { rows } = await sql<{ isChanged: boolean }>`
    WITH before AS (SELECT weights FROM student_memories WHERE user_id = ${userId} FOR UPDATE)
    UPDATE student_memories s SET weights = ${fit.weights}::float8[], fit_answers = ${fit.answers},
      fitted_on = CASE WHEN ${fit.weights}::float8[] IS NULL THEN NULL ELSE ${fit.today}::date END
    FROM before WHERE s.user_id = ${userId}
    RETURNING before.weights IS DISTINCT FROM s.weights AS "isChanged"`.execute(tx);
  return rows[0]?.isChanged ?? false;
}

export async function countOwnWeights(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM student_memories WHERE weights IS NOT NULL`.execute(db);
  return rows[0]?.count ?? 0;
}
