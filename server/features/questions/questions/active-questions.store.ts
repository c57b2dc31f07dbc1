import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type BankGroup = { subjectId: number | null; topicId: number | null; ids: number[] };

/** The bank's active questions by subject and topic, the oldest first. */
export async function listActiveQuestions(db: Db | Tx): Promise<BankGroup[]> {
  const { rows } = await sql<BankGroup>`
    SELECT subject_id AS "subjectId", topic_id AS "topicId", array_agg(id ORDER BY id) AS ids
    FROM questions WHERE in_bank AND status = 'active' AND current_version_id IS NOT NULL
    GROUP BY subject_id, topic_id ORDER BY subject_id NULLS LAST, topic_id NULLS LAST`.execute(db);
  return rows;
}
