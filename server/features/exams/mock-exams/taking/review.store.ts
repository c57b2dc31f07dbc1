import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';
import { outdatedOf } from '#server/db/outdated-questions.ts';

/** The questions of an attempt in order, with subject and answer. */
export async function listReviewedQuestions(db: Db, attemptId: number) {
  return db
    .selectFrom('attempt_questions')
    .leftJoin('questions', 'questions.id', 'attempt_questions.question_id')
    .leftJoin('subjects', 'subjects.id', 'questions.subject_id')
    .select([
      'attempt_questions.question_id as questionId',
      'attempt_questions.question_version_id as questionVersionId',
      'attempt_questions.option_id as selectedOptionId',
      'attempt_questions.flagged',
      'attempt_questions.doubted',
      'attempt_questions.notebook_option_id as notebookOptionId',
      sql<boolean>`coalesce(questions.status = 'annulled', false)`.as('isAnnulled'),
      sql<string>`CASE WHEN questions.status = 'annulled' THEN questions.status_reason ELSE '' END`.as(
        'annulmentReason',
      ),
      outdatedOf('questions').as('outdated'),
      'subjects.name as subject',
    ])
    .where('attempt_questions.attempt_id', '=', attemptId)
    .orderBy('attempt_questions.position')
    .execute();
}

/** Answers flagged as guesses, and those on which answer card and notebook differ. */
export async function listFlaggedAnswers(db: Db, attemptId: number) {
  const { rows } = await sql<{ questionId: number; isGuess: boolean; isMiscopied: boolean; isRight: boolean }>`
    SELECT answer.question_id AS "questionId", answer.doubted AND answer.option_id IS NOT NULL AS "isGuess",
           attempt.notebook_until IS NOT NULL AND answer.notebook_option_id IS DISTINCT FROM answer.option_id
             AS "isMiscopied",
           coalesce(chosen.is_correct, false) OR q.status = 'annulled' AS "isRight"
    FROM attempt_questions answer
    JOIN attempts attempt ON attempt.id = answer.attempt_id
    JOIN questions q ON q.id = answer.question_id
    LEFT JOIN options chosen ON chosen.id = answer.option_id
    WHERE answer.attempt_id = ${attemptId}
      AND (answer.doubted OR (attempt.notebook_until IS NOT NULL
                              AND answer.notebook_option_id IS DISTINCT FROM answer.option_id))
    ORDER BY answer.position`.execute(db);
  return rows;
}
