import type { Db } from '../../../db/handle.ts';

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
