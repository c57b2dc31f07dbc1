import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';

/** The soonest example exam that has no syllabus yet. */
export async function findSampleExam(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM exams WHERE is_sample AND NOT EXISTS (SELECT FROM syllabi WHERE syllabi.exam_id = exams.id)
    ORDER BY exam_date, id LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** Topics of the example questions, by subject. */
export async function listSampleTopics(db: Db) {
  const { rows } = await sql<{ topicId: number; name: string; subjectId: number; subject: string; questions: number }>`
    SELECT t.id AS "topicId", t.name, s.id AS "subjectId", s.name AS subject, count(*)::int AS questions
    FROM questions q JOIN topics t ON t.id = q.topic_id JOIN subjects s ON s.id = t.subject_id
    WHERE q.is_sample AND q.in_bank AND q.status = 'active'
    GROUP BY t.id, s.id ORDER BY s.id, t.id LIMIT 500`.execute(db);
  return rows;
}
