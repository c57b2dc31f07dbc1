import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** The first lesson of each topic that the student has not read and may open by the courses they bought. */
export async function listFirstLessons(db: Db, userId: string, topicIds: readonly number[], bought: readonly number[]) {
  const { rows } = await sql<{ topicId: number; id: number; title: string; wordCount: number }>`
    SELECT DISTINCT ON (lessons.topic_id) lessons.topic_id AS "topicId", lessons.id, lessons.title,
      lessons.word_count AS "wordCount"
    FROM lessons
    LEFT JOIN lesson_progress p ON p.lesson_id = lessons.id AND p.user_id = ${userId}
    WHERE lessons.topic_id = ANY(${topicIds}::int[]) AND lessons.deleted_at IS NULL AND p.completed_at IS NULL
      AND (NOT EXISTS (SELECT FROM course_items held WHERE held.lesson_id = lessons.id) OR EXISTS (
        SELECT FROM course_items held WHERE held.lesson_id = lessons.id AND held.course_id = ANY(${bought}::int[])))
    ORDER BY lessons.topic_id, lessons.id`.execute(db);
  return rows;
}
