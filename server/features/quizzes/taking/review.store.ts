import { sql } from 'kysely';
import type { Db } from '../../../db/handle.ts';

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
      sql<boolean>`coalesce(questions.status = 'annulled', false)`.as('isAnnulled'),
      sql<string>`CASE WHEN questions.status = 'annulled' THEN questions.status_reason ELSE '' END`.as(
        'annulmentReason',
      ),
      'subjects.name as subject',
    ])
    .where('attempt_questions.attempt_id', '=', attemptId)
    .orderBy('attempt_questions.position')
    .execute();
}
