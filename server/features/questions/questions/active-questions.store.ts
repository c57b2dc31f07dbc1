import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type BankGroup = {
  subjectId: number | null;
  subject: string | null;
  topicId: number | null;
  topic: string;
  ids: number[];
  versionIds: number[];
};

/** The bank's active questions by subject and topic, the oldest first. */
export async function listActiveQuestions(db: Db | Tx): Promise<BankGroup[]> {
  const { rows } = await sql<BankGroup>`
    SELECT q.subject_id AS "subjectId", subjects.name AS subject, q.topic_id AS "topicId", q.topic,
      array_agg(q.id ORDER BY q.id) AS ids, array_agg(q.current_version_id ORDER BY q.id) AS "versionIds"
    FROM questions q LEFT JOIN subjects ON subjects.id = q.subject_id
    WHERE q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL
    GROUP BY q.subject_id, subjects.name, q.topic_id, q.topic
    ORDER BY q.subject_id NULLS LAST, q.topic_id NULLS LAST, q.topic`.execute(db);
  return rows;
}
