import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** The questions that quizzes keep for themselves until they were taken, with those quizzes. */
export async function listKeptQuestions(db: Db | Tx): Promise<{ questionId: number; quizIds: number[] }[]> {
  const { rows } = await sql<{ questionId: number; quizIds: number[] }>`
    SELECT question_id AS "questionId", array_agg(quiz_id) AS "quizIds" FROM kept_questions GROUP BY question_id`.execute(
    db,
  );
  return rows;
}
