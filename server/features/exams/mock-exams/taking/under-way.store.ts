import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { prepared } from '#server/db/prepared.ts';

export type UnderWayRow = {
  questionId: number;
  /** Null: a timed practice, which `practiceId` names. */
  quizId: number | null;
  practiceId: number | null;
  title: string;
  holdsResults: boolean;
  untilResult: boolean;
};

const inTimedPractice = (userId: string, overdueBefore: Date) => sql`
    UNION ALL
    SELECT 4, NULL, p.id, p.title, held.question_id, false, false
    FROM practices p JOIN practice_questions held ON held.practice_id = p.id
    WHERE p.user_id = ${userId} AND p.finished_at IS NULL
      AND p.deadline_at >= (SELECT ${overdueBefore}::timestamptz)`;

/**
 * The questions of the student's attempts that are open and not overdue, or wait for the results of their window. For
 * students also the questions of all windows that have not ended, and of the student's timed practice. Includes their
 * copies in the bank, and the quiz of each. `telling`: only what withholds results, which a window does once it is open
 * and a timed practice never does: none of its answers is graded. Usually there is none: then this costs three index
 * lookups.
 */
export const underWayQuestions = (
  userId: string,
  { overdueBefore, now, telling }: { overdueBefore: Date; now: Date; telling: boolean },
) => sql<UnderWayRow>`
  WITH open AS MATERIALIZED (
    SELECT 1 + a.is_direct::int AS rank, a.quiz_id, NULL::int AS practice_id, v.title, held.question_id, true AS holds,
      a.results_at IS NOT NULL AS until_result
    FROM attempts a
    JOIN quiz_versions v ON v.id = a.quiz_version_id
    JOIN attempt_questions held ON held.attempt_id = a.id
    WHERE a.user_id = ${userId} AND a.closed_at IS NULL
      AND (a.deadline_at >= (SELECT ${overdueBefore}::timestamptz)
           OR a.results_at >= (SELECT ${overdueBefore}::timestamptz))
    UNION ALL
    SELECT 3, w.quiz_id, NULL, v.title, held.question_id, w.opens_at <= (SELECT ${now}::timestamptz), true
    FROM quiz_windows w
    JOIN quizzes z ON z.id = w.quiz_id
    JOIN quiz_versions v ON v.id IN (z.draft_version_id, z.published_version_id)
    JOIN quiz_version_questions held ON held.quiz_version_id = v.id
    WHERE w.ended_at IS NULL AND w.results_at >= (SELECT ${overdueBefore}::timestamptz)
      ${telling ? sql`AND w.opens_at <= (SELECT ${now}::timestamptz)` : sql``}
      -- Authors know their keys.
      AND EXISTS (SELECT FROM users WHERE users.id = ${userId} AND users.role = 'student')
    ${telling ? sql`` : inTimedPractice(userId, overdueBefore)}
  )
  SELECT question_id AS "questionId", quiz_id AS "quizId", practice_id AS "practiceId", title, holds AS "holdsResults",
    until_result AS "untilResult" FROM (
    SELECT rank, quiz_id, practice_id, title, question_id, holds, until_result FROM open
    UNION
    SELECT open.rank, open.quiz_id, open.practice_id, open.title, copy.id, open.holds, open.until_result
    FROM open
    JOIN questions own ON own.id = open.question_id
    JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
  ) AS held
  -- The attempt on the screen last: it is the one to name.
  ORDER BY rank DESC, quiz_id`;

/**
 * $1 student. Whether the student has an open attempt or any window has not ended: usually not, and then the larger
 * query is skipped.
 */
const anything = prepared<{ isThere: boolean }>(`
  SELECT EXISTS (SELECT FROM attempts WHERE user_id = $1::uuid AND closed_at IS NULL)
      OR EXISTS (SELECT FROM quiz_windows WHERE ended_at IS NULL) AS "isThere"`);

export async function isAnythingUnderWay(db: Db | Tx, userId: string): Promise<boolean> {
  return (await anything(db, [userId]))[0]?.isThere ?? false;
}

/** The same as a query that can be batched with other reads. */
export const anythingUnderWay = (userId: string) => sql<{ isThere: boolean }>`
  SELECT EXISTS (SELECT FROM attempts WHERE user_id = ${userId} AND closed_at IS NULL)
      OR EXISTS (SELECT FROM quiz_windows WHERE ended_at IS NULL) AS "isThere"`;

/** $1 students. Those of them with an open attempt; all of them while any window has not ended. */
const anythingOf = prepared<{ userId: string }>(`
  SELECT given.user_id AS "userId" FROM unnest($1::uuid[]) AS given (user_id)
  WHERE EXISTS (SELECT FROM attempts WHERE attempts.user_id = given.user_id AND closed_at IS NULL)
     OR EXISTS (SELECT FROM quiz_windows WHERE ended_at IS NULL)`);

export async function listWithAnythingUnderWay(db: Db | Tx, userIds: readonly string[]): Promise<string[]> {
  return (await anythingOf(db, [userIds])).map(({ userId }) => userId);
}

/** The student's closed attempts that contain one of the questions, each with the lowest such id. */
export async function listAttemptsContaining(db: Db | Tx, userId: string, questionIds: readonly number[]) {
  const { rows } = await sql<{ attemptId: number; questionId: number }>`
    SELECT a.id AS "attemptId", min(held.question_id) AS "questionId"
    FROM attempts a JOIN attempt_questions held ON held.attempt_id = a.id AND held.question_id = ANY(${questionIds})
    WHERE a.user_id = ${userId} AND a.closed_at IS NOT NULL
    GROUP BY a.id`.execute(db);
  return rows;
}
