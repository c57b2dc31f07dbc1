import { sql } from 'kysely';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** The labels of the fixed questions of a version. */
export async function listChosenLabels(db: Db | Tx, versionId: number) {
  return db
    .selectFrom('quiz_version_questions as placed')
    .innerJoin('questions', 'questions.id', 'placed.question_id')
    .leftJoin('subjects', 'subjects.id', 'questions.subject_id')
    .select([
      'questions.id',
      'questions.subject_id as subjectId',
      'subjects.name as subject',
      'questions.topic',
      'questions.source',
      'questions.year',
      sql<Difficulty | null>`questions.difficulty`.as('difficulty'),
    ])
    .where('placed.quiz_version_id', '=', versionId)
    .execute();
}

export async function listVersions(db: Db, quizId: number) {
  return db
    .selectFrom('quiz_versions')
    .select((select) => [
      'id',
      'number',
      'title',
      'question_count as questionCount',
      'created_at as createdAt',
      'published_at as publishedAt',
      select
        .selectFrom('attempts')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('attempts.quiz_version_id', '=', 'quiz_versions.id')
        .as('attemptCount'),
    ])
    .where('quiz_id', '=', quizId)
    .orderBy('number', 'desc')
    .limit(200)
    .execute();
}
