import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** Questions that all of these people have answered. */
export async function listAnsweredByAll(db: Db, userIds: readonly string[], limit: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT question_id AS id FROM answer_log WHERE user_id = ANY(${userIds}::uuid[])
    GROUP BY question_id HAVING count(DISTINCT user_id) = ${userIds.length}
    ORDER BY question_id LIMIT ${limit}`.execute(db);
  return found.rows.map(({ id }) => id);
}
