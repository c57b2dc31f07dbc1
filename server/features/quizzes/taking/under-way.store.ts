import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/handle.ts';

export type UnderWayRow = { questionId: number; quizId: number; title: string };

/**
 * The questions of the student's attempts that are open and not overdue, with the copies that the bank has of them,
 * and the quiz that each is being answered in. Mostly nothing is open: then this is one look at an index.
 */
export const underWayQuestions = (userId: string, overdueBefore: Date) => sql<UnderWayRow>`
  WITH open AS MATERIALIZED (
    SELECT a.is_direct, a.quiz_id, v.title, held.question_id
    FROM attempts a
    JOIN quiz_versions v ON v.id = a.quiz_version_id
    JOIN attempt_questions held ON held.attempt_id = a.id
    WHERE a.user_id = ${userId} AND a.closed_at IS NULL
      AND a.deadline_at >= (SELECT ${overdueBefore}::timestamptz)
  )
  SELECT question_id AS "questionId", quiz_id AS "quizId", title FROM (
    SELECT is_direct, quiz_id, title, question_id FROM open
    UNION
    SELECT open.is_direct, open.quiz_id, open.title, copy.id
    FROM open
    JOIN questions own ON own.id = open.question_id
    JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
  ) AS held
  -- The attempt on the screen last: it is the one to name.
  ORDER BY is_direct DESC, quiz_id`;

/** The student's closed attempts that hold one of the questions, each with one that it holds. */
export async function listAttemptsHolding(db: Db | Tx, userId: string, questionIds: readonly number[]) {
  const { rows } = await sql<{ attemptId: number; questionId: number }>`
    SELECT a.id AS "attemptId", min(held.question_id) AS "questionId"
    FROM attempts a JOIN attempt_questions held ON held.attempt_id = a.id AND held.question_id = ANY(${questionIds})
    WHERE a.user_id = ${userId} AND a.closed_at IS NOT NULL
    GROUP BY a.id`.execute(db);
  return rows;
}
