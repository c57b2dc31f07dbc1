import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** Active questions of the bank, published lessons and published mock exams. */
export async function countContent(db: Db) {
  const { rows } = await sql<{ questions: number; lessons: number; mockExams: number }>`
    SELECT (SELECT count(*) FROM questions WHERE in_bank AND status = 'active') AS questions,
           (SELECT count(*) FROM lessons WHERE deleted_at IS NULL) AS lessons,
           (SELECT count(*) FROM quizzes WHERE published_version_id IS NOT NULL) AS "mockExams"`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('Counting returned no row.');
  return counts;
}
