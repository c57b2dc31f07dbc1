import { sql } from 'kysely';
import type { LateStart } from '#contract/exams/quiz-windows.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export const quizColumns = [
  'quizzes.id',
  'quiz_versions.title',
  'quiz_versions.description',
  'quiz_versions.time_limit as timeLimit',
  'quiz_versions.passing_score as passingScore',
  'quiz_versions.question_count as questionCount',
  'quiz_versions.draw_count as drawCount',
  'quiz_versions.shuffle_options as shuffleOptions',
  'quiz_versions.is_training as isTraining',
  'quiz_versions.rules',
  'quiz_versions.conduct',
] as const;

/** All null where the quiz is open at any time. */
export const windowColumns = [
  'quiz_windows.opens_at as opensAt',
  'quiz_windows.closes_at as closesAt',
  sql<LateStart | null>`quiz_windows.late_start`.as('lateStart'),
  'quiz_windows.results_at as resultsAt',
] as const;

/** Whether every question of a version is Certo or Errado. False with draws, which may select any kind. */
export const isTrueFalse = sql<boolean>`(quiz_versions.draw_count = 0 AND NOT EXISTS (
  SELECT FROM quiz_version_questions held JOIN question_versions asked ON asked.id = held.question_version_id
  WHERE held.quiz_version_id = quiz_versions.id AND asked.kind <> 'true_false'))`;

/** What students take now, under its version. */
export async function findPublishedQuiz(db: Db | Tx, id: number) {
  return db
    .selectFrom('quizzes')
    .innerJoin('quiz_versions', 'quiz_versions.id', 'quizzes.published_version_id')
    .leftJoin('quiz_windows', 'quiz_windows.quiz_id', 'quizzes.id')
    .select([...quizColumns, ...windowColumns, 'quiz_versions.id as versionId'])
    .where('quizzes.id', '=', id)
    .executeTakeFirst();
}

export type PublishedQuiz = NonNullable<Awaited<ReturnType<typeof findPublishedQuiz>>>;

/** A version that an attempt is bound to, published or not any more. */
export async function findQuizVersion(db: Db | Tx, versionId: number): Promise<PublishedQuiz | undefined> {
  return db
    .selectFrom('quiz_versions')
    .innerJoin('quizzes', 'quizzes.id', 'quiz_versions.quiz_id')
    .leftJoin('quiz_windows', 'quiz_windows.quiz_id', 'quizzes.id')
    .select([...quizColumns, ...windowColumns, 'quiz_versions.id as versionId'])
    .where('quiz_versions.id', '=', versionId)
    .executeTakeFirst();
}

/** How many questions of each subject a version contains or draws, most first. */
export async function countSubjectsOfVersion(db: Db | Tx, versionId: number) {
  const { rows } = await sql<{ subjectId: number; name: string; questionCount: number }>`
    SELECT subjects.id AS "subjectId", subjects.name, sum(part.count)::int AS "questionCount" FROM (
      SELECT questions.subject_id, count(*) AS count
      FROM quiz_version_questions JOIN questions ON questions.id = question_id
      WHERE quiz_version_id = ${versionId} GROUP BY questions.subject_id
      UNION ALL
      SELECT subject_id, question_count FROM quiz_version_draws WHERE quiz_version_id = ${versionId}
    ) AS part JOIN subjects ON subjects.id = part.subject_id
    GROUP BY subjects.id, subjects.name ORDER BY 3 DESC, subjects.name`.execute(db);
  return rows;
}
