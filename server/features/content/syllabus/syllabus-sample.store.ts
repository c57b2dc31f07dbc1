import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** The soonest example exam that has no syllabus yet. */
export async function findSampleExam(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM exams WHERE is_sample AND NOT EXISTS (SELECT FROM syllabi WHERE syllabi.exam_id = exams.id)
    ORDER BY exam_date, id LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** Topics of the example's questions and lessons, by subject. */
export async function listSampleTopics(db: Db) {
  const { rows } = await sql<{ topicId: number; name: string; subjectId: number; subject: string; questions: number }>`
    SELECT t.id AS "topicId", t.name, s.id AS "subjectId", s.name AS subject, asked.questions
    FROM topics t JOIN subjects s ON s.id = t.subject_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS questions FROM questions q
      WHERE q.topic_id = t.id AND q.is_sample AND q.in_bank AND q.status = 'active'
    ) asked
    WHERE asked.questions > 0 OR EXISTS (SELECT FROM lessons WHERE lessons.topic_id = t.id AND lessons.is_sample)
    ORDER BY s.id, t.id LIMIT 500`.execute(db);
  return rows;
}
