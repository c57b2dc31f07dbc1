import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';

export async function listLessonsOfTopics(tx: Tx, topicIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM lessons WHERE topic_id = ANY(${topicIds}::int[]) ORDER BY id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The topics' subjects become the lessons'. */
export async function followTopics(tx: Tx, topicIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE lessons SET subject_id = topics.subject_id FROM topics
    WHERE topics.id = lessons.topic_id AND topics.id = ANY(${topicIds}::int[])
      AND lessons.subject_id IS DISTINCT FROM topics.subject_id`.execute(tx);
}

export async function setTopic(tx: Tx, from: number, into: number): Promise<void> {
  await sql`
    UPDATE lessons SET topic_id = topics.id, subject_id = topics.subject_id FROM topics
    WHERE topics.id = ${into} AND lessons.topic_id = ${from}`.execute(tx);
}
