import { sql } from 'kysely';
import type { LateStart } from '../../../../contract/quiz-windows.ts';
import type { Db, Tx } from '../../../db/handle.ts';

const quizColumns = [
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
const windowColumns = [
  'quiz_windows.opens_at as opensAt',
  'quiz_windows.closes_at as closesAt',
  sql<LateStart | null>`quiz_windows.late_start`.as('lateStart'),
  'quiz_windows.results_at as resultsAt',
] as const;

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

/** How many questions of each subject a version holds or draws, most first. */
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

/** One page of the published quizzes with what the user has made of each. */
export async function listPublishedQuizzes(
  db: Db,
  userId: string,
  page: { limit: number; after: { at: Date; id: number } | null; bought: readonly number[] | null },
  withheld: readonly number[],
) {
  return db
    .selectFrom('quizzes')
    .innerJoin('quiz_versions', 'quiz_versions.id', 'quizzes.published_version_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('attempts')
          .select((select) => [
            select.fn.countAll<number>().as('attemptCount'),
            // The best attempt as one value: most right answers by share, then the earliest.
            sql<number | null>`(array_agg(attempts.id ORDER BY correct_answers::float8 / total_questions DESC, id)
              FILTER (WHERE attempts.id <> ALL(${withheld}::int[])))[1]`.as('bestId'),
            sql<number | null>`min(attempts.id) FILTER (WHERE attempts.id = ANY(${withheld}::int[]))`.as('withheldId'),
          ])
          .whereRef('attempts.quiz_id', '=', 'quizzes.id')
          .where('attempts.user_id', '=', userId)
          .where('attempts.closed_at', 'is not', null)
          .as('mine'),
      (join) => join.onTrue(),
    )
    .leftJoin('attempts as best', 'best.id', 'mine.bestId')
    .leftJoin('quiz_windows', 'quiz_windows.quiz_id', 'quizzes.id')
    .leftJoin('attempts as open', (join) =>
      join
        .onRef('open.quiz_id', '=', 'quizzes.id')
        .on('open.user_id', '=', userId)
        .on('open.closed_at', 'is', null)
        .on('open.is_direct', '=', false),
    )
    .select([
      ...quizColumns,
      ...windowColumns,
      'quizzes.published_at as publishedAt',
      'mine.attemptCount',
      'mine.withheldId',
      'best.score as bestScore',
      'best.correct_answers as bestCorrect',
      'best.total_questions as bestTotal',
      'best.passed as bestPassed',
      'open.id as openId',
      'open.deadline_at as openDeadline',
      'open.submitted_at as openSubmitted',
      'open.results_at as openResults',
    ])
    .$if(page.after !== null, (query) =>
      query.where(sql<boolean>`(quizzes.published_at, quizzes.id) < (${page.after?.at}, ${page.after?.id})`),
    )
    .$if(page.bought !== null, (query) => query.where(isOpenTo(page.bought)))
    .orderBy('quizzes.published_at', 'desc')
    .orderBy('quizzes.id', 'desc')
    .limit(page.limit)
    .execute();
}

const isOpenTo = (bought: readonly number[] | null) => sql<boolean>`quiz_is_open(quizzes.id, ${bought}::int[])`;

export async function countPublishedQuizzes(db: Db, bought: readonly number[] | null): Promise<number> {
  const { count } = await db
    .selectFrom('quizzes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('published_version_id', 'is not', null)
    .$if(bought !== null, (query) => query.where(isOpenTo(bought)))
    .executeTakeFirstOrThrow();
  return Number(count);
}
