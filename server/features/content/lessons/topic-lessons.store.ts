import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type TopicLesson = { topicId: number; id: number; title: string; wordCount: number };

/** Every lesson that teaches a topic, by topic, the oldest first. */
export async function listTopicLessons(db: Db | Tx): Promise<TopicLesson[]> {
  const { rows } = await sql<TopicLesson>`
    SELECT topic_id AS "topicId", id, title, word_count AS "wordCount"
    FROM lessons WHERE topic_id IS NOT NULL AND deleted_at IS NULL ORDER BY topic_id, id`.execute(db);
  return rows;
}
