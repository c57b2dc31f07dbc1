import { sql } from 'kysely';
import type { QuizFilter } from '#contract/exams/quiz-overview.ts';
import type { Db } from '#server/db/handle.ts';
import { isTrueFalse, quizColumns, windowColumns } from './quizzes.store.ts';

/** The quizzes that a student may take (null: all), narrowed by at most one filter. */
type Chosen = { bought: readonly number[] | null; filter: QuizFilter | undefined };

const isOpenTo = (bought: readonly number[] | null) => sql<boolean>`quiz_is_open(quizzes.id, ${bought}::int[])`;

/** The first and the last subject of a version by their ids: the same one where it has one alone. */
const subjectsOfVersion = sql`(
  SELECT min(part.subject_id) AS first, max(part.subject_id) AS last FROM (
    SELECT questions.subject_id FROM quiz_version_questions held JOIN questions ON questions.id = held.question_id
    WHERE held.quiz_version_id = quiz_versions.id
    UNION ALL
    SELECT subject_id FROM quiz_version_draws WHERE quiz_version_id = quiz_versions.id) AS part)`;

const filters: Record<QuizFilter, (userId: string) => ReturnType<typeof sql<boolean>>> = {
  // Handed in inside a window it is done, although it is graded with all others.
  untried: (userId) => sql`NOT EXISTS (
    SELECT FROM attempts WHERE attempts.user_id = ${userId} AND attempts.quiz_id = quizzes.id
      AND (attempts.closed_at IS NOT NULL OR attempts.submitted_at IS NOT NULL))`,
  complete: () => sql`(SELECT first < last FROM ${subjectsOfVersion} AS subjects)`,
  bySubject: () => sql`(SELECT first = last FROM ${subjectsOfVersion} AS subjects)`,
  trueFalse: () => isTrueFalse,
};

const isChosen = ({ bought, filter }: Chosen, userId: string) =>
  sql<boolean>`${bought === null ? sql`true` : isOpenTo(bought)} AND ${filter ? filters[filter](userId) : sql`true`}`;

/** One page of the published quizzes with the user's state in each. */
export async function listPublishedQuizzes(
  db: Db,
  userId: string,
  page: Chosen & { limit: number; after: { at: Date; id: number } | null },
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
      isTrueFalse.as('isTrueFalse'),
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
    .where(isChosen(page, userId))
    .orderBy('quizzes.published_at', 'desc')
    .orderBy('quizzes.id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Counts, for each filter, the quizzes that are open to a student. */
export async function countPublishedQuizzes(db: Db, userId: string, bought: readonly number[] | null) {
  const { rows } = await sql<Record<'all' | QuizFilter, number>>`
    SELECT count(*)::int AS "all",
           count(*) FILTER (WHERE ${filters.untried(userId)})::int AS "untried",
           count(*) FILTER (WHERE subjects.first < subjects.last)::int AS "complete",
           count(*) FILTER (WHERE subjects.first = subjects.last)::int AS "bySubject",
           count(*) FILTER (WHERE ${isTrueFalse})::int AS "trueFalse"
    FROM quizzes JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
    CROSS JOIN LATERAL ${subjectsOfVersion} AS subjects
    WHERE ${isOpenTo(bought)}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('An aggregate without a row.');
  return counts;
}

export async function countChosenQuizzes(db: Db, userId: string, chosen: Chosen): Promise<number> {
  const { count } = await db
    .selectFrom('quizzes')
    .innerJoin('quiz_versions', 'quiz_versions.id', 'quizzes.published_version_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(isChosen(chosen, userId))
    .executeTakeFirstOrThrow();
  return Number(count);
}
