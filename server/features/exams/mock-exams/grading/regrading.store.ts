import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { GRADING_LOCK } from './closing.store.ts';

/** Takes the exclusive grading lock: waits for transactions that grade, and blocks new ones until this one ends. */
export async function lockGrading(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${GRADING_LOCK})`.execute(tx);
}

export type LockedAttempt = {
  id: number;
  quizId: number;
  versionId: number;
  userId: string | null;
  isPreview: boolean;
  totalQuestions: number;
  passingScore: number;
  correctAnswers: number;
  score: number;
  passed: boolean;
  keyKnown: boolean;
  /** A pass at it would tick a course's item, as far as the result decides. */
  mayEarn: boolean;
  /** Hits by the answers, with the question annulled or not. */
  recounted: number;
  /** The question was annulled when this attempt was last graded. */
  countedAnnulled: boolean;
  /** Hits on questions whose key the student had opened, without annulled ones. */
  helped: number;
};

const concerned = (questionId: number) => sql`
  a.closed_at IS NOT NULL AND a.quiz_version_id IN (
    SELECT quiz_version_id FROM quiz_version_questions WHERE question_id = ${questionId}
    UNION SELECT quiz_version_id FROM quiz_version_draws)`;

/** The next attempts that contain the question, by id. */
const pageOf = (questionId: number, { after, limit }: { after: number; limit: number }) => sql`
  SELECT a.id FROM attempts a
  WHERE a.id > ${after} AND ${concerned(questionId)}
    AND EXISTS (SELECT FROM attempt_questions h WHERE h.attempt_id = a.id AND h.question_id = ${questionId})
  ORDER BY a.id LIMIT ${limit}`;

/** Counts the closed attempts that contain the question, up to `most`. */
export async function countContaining(db: Db | Tx, questionId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (${pageOf(questionId, { after: 0, limit: most })}) AS holding`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Closed attempts with the question, with their hits recounted. They are found through the versions that contain or
 * draw the question, so that answers need no index by question.
 */
export async function recountAttempts(
  db: Db | Tx,
  questionId: number,
  asAnnulled: boolean,
  page: { after: number; limit: number } | null = null,
): Promise<LockedAttempt[]> {
  const isAnnulled = sql`CASE WHEN answer.question_id = ${questionId} THEN ${asAnnulled} ELSE q.status = 'annulled' END`;
  const { rows } = await sql<LockedAttempt>`
    SELECT a.id, a.quiz_id AS "quizId", a.quiz_version_id AS "versionId", a.user_id AS "userId", a.is_preview AS "isPreview",
           a.total_questions AS "totalQuestions", a.passing_score AS "passingScore",
           a.correct_answers AS "correctAnswers", a.score, a.passed, a.key_known AS "keyKnown",
           NOT (a.is_direct OR a.is_preview OR a.held_back) AS "mayEarn",
           held.counted_annulled AS "countedAnnulled",
           count(*) FILTER (WHERE chosen.is_correct OR ${isAnnulled})::int AS recounted,
           count(*) FILTER (WHERE chosen.is_correct AND answer.key_seen AND NOT ${isAnnulled})::int AS helped
    FROM attempts a
    JOIN attempt_questions held ON held.attempt_id = a.id AND held.question_id = ${questionId}
    JOIN attempt_questions answer ON answer.attempt_id = a.id
    JOIN questions q ON q.id = answer.question_id
    LEFT JOIN options chosen ON chosen.id = answer.option_id
    WHERE ${page ? sql`a.id IN (${pageOf(questionId, page)})` : concerned(questionId)}
    GROUP BY a.id, held.counted_annulled ORDER BY a.id`.execute(db);
  return rows;
}

type Result = { id: number; correctAnswers: number; score: number; passed: boolean; keyKnown: boolean };

export async function rewriteResults(tx: Tx, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return;
  await sql`
    UPDATE attempts SET correct_answers = result.correct, score = result.score, passed = result.passed,
        key_known = result.key_known
    FROM unnest(${results.map(({ id }) => id)}::int[], ${results.map(({ correctAnswers }) => correctAnswers)}::int[],
                ${results.map(({ score }) => score)}::smallint[], ${results.map(({ passed }) => passed)}::boolean[],
                ${results.map(({ keyKnown }) => keyKnown)}::boolean[])
         AS result (id, correct, score, passed, key_known)
    WHERE attempts.id = result.id`.execute(tx);
}

/** Records that these results count the question in its current state. */
export async function markCounted(
  tx: Tx,
  attempts: readonly Pick<LockedAttempt, 'id' | 'countedAnnulled'>[],
  questionId: number,
  asAnnulled: boolean,
): Promise<void> {
  const ids = attempts.filter(({ countedAnnulled }) => countedAnnulled !== asAnnulled).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    UPDATE attempt_questions SET counted_annulled = ${asAnnulled}
    WHERE attempt_id = ANY(${ids}::int[]) AND question_id = ${questionId}`.execute(tx);
}

/** Who took the attempts, and what they were at. */
export async function describeAttempts(db: Db | Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('attempts')
    .innerJoin('quiz_versions', 'quiz_versions.id', 'attempts.quiz_version_id')
    .leftJoin('users', 'users.id', 'attempts.user_id')
    .select([
      'attempts.id',
      'quiz_versions.title as quizTitle',
      'attempts.closed_at as finishedAt',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('studentName'),
    ])
    .where('attempts.id', 'in', [...ids])
    .execute();
}

export async function findQuizTitles(tx: Tx, quizIds: readonly number[]): Promise<Map<number, string>> {
  if (quizIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('quizzes')
    .innerJoin('quiz_versions', (join) =>
      join.on(sql<boolean>`quiz_versions.id = coalesce(quizzes.published_version_id, quizzes.draft_version_id)`),
    )
    .select(['quizzes.id', 'quiz_versions.title'])
    .where('quizzes.id', 'in', [...quizIds])
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
