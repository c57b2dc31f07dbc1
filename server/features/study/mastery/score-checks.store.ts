import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type AskedQuestion = {
  attemptId: number;
  userId: string;
  topicId: number | null;
  difficulty: number | null;
  difficultyAnswers: number | null;
  options: number;
  right: boolean;
  isAnswered: boolean;
  /** The rules of the mock exam's version; null where correct answers are counted. */
  rules: unknown;
};

/**
 * The questions of attempts that count, with what is known of them. Annulled ones are left out, and those that the
 * student had answered before: a repeat tests the memory, not the estimate.
 */
export async function listAsked(db: Db, attemptIds: readonly number[]): Promise<AskedQuestion[]> {
  const { rows } = await sql<AskedQuestion>`
    SELECT a.id AS "attemptId", a.user_id AS "userId", q.topic_id AS "topicId", d.value AS difficulty,
      d.answers AS "difficultyAnswers", coalesce(chosen.is_correct, false) AS right,
      held.option_id IS NOT NULL AS "isAnswered", v.rules,
      (SELECT count(*) FROM options o WHERE o.question_version_id = held.question_version_id)::int AS options
    FROM closed_attempts a
    JOIN quiz_versions v ON v.id = a.quiz_version_id
    JOIN attempt_questions held ON held.attempt_id = a.id
    JOIN questions q ON q.id = held.question_id AND q.status <> 'annulled'
    LEFT JOIN options chosen ON chosen.id = held.option_id
    LEFT JOIN question_difficulties d ON d.question_version_id = held.question_version_id
    WHERE a.id = ANY(${attemptIds}::int[]) AND a.user_id IS NOT NULL AND a.counts
      AND NOT EXISTS (
        SELECT FROM answer_log earlier
        WHERE earlier.user_id = a.user_id AND earlier.question_id = held.question_id
          AND NOT (earlier.source = 'attempt' AND earlier.source_key = a.id::text))
    ORDER BY a.id, held.position`.execute(db);
  return rows;
}

export type ScoreCheck = {
  attemptId: number;
  userId: string;
  expected: number;
  low: number;
  high: number;
  right: number;
  total: number;
  /** Net of what wrong answers cost, in questions; null where right answers count. */
  net: number | null;
};

/** By the interval that students are shown (277). Method 1 used a narrower one. */
export const METHOD = 2;

export async function insertCheck(db: Db | Tx, check: ScoreCheck, now: Date): Promise<void> {
  await db
    .insertInto('score_checks')
    .values({
      attempt_id: check.attemptId,
      user_id: check.userId,
      expected: check.expected,
      low: check.low,
      high: check.high,
      right_answers: check.right,
      total: check.total,
      net: check.net,
      method: METHOD,
      checked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type ShownCheck = Omit<ScoreCheck, 'userId'> & { quizId: number; title: string; closedAt: Date };

/** As a query that can be batched with other reads. */
export const lastChecks = (userId: string, withheld: readonly number[], limit: number) => sql<ShownCheck>`
    SELECT c.attempt_id AS "attemptId", a.quiz_id AS "quizId", v.title, a.closed_at AS "closedAt", c.expected, c.low,
      c.high, c.right_answers AS right, c.total, c.net
    FROM score_checks c
    JOIN attempts a ON a.id = c.attempt_id
    JOIN quiz_versions v ON v.id = a.quiz_version_id
    WHERE c.user_id = ${userId} AND c.attempt_id <> ALL(${withheld}::int[])
    ORDER BY c.attempt_id DESC LIMIT ${limit}`;

/** The last check of each student: how many there are, how many lay within, and how far off they were, as shares. */
export async function readCoverage(db: Db | Tx, since: Date) {
  const { rows } = await sql<{ results: number; within: number; meanError: number | null }>`
    SELECT count(*)::int AS results,
      count(*) FILTER (WHERE coalesce(net, right_answers) BETWEEN low - 1e-9 AND high + 1e-9)::int AS within,
      avg(abs(coalesce(net, right_answers) - expected) / total)::float8 AS "meanError"
    FROM (
      SELECT DISTINCT ON (user_id) net, right_answers, low, high, expected, total FROM score_checks
      WHERE checked_at >= ${since} AND total > 0 AND method = ${METHOD}
      ORDER BY user_id, attempt_id DESC
    ) AS last`.execute(db);
  return rows[0] ?? { results: 0, within: 0, meanError: null };
}

/** Withdraws the score from students, or shows it again. An unchanged state keeps its time. */
export async function saveWithdrawal(tx: Tx, isWithdrawn: boolean, now: Date): Promise<void> {
  await tx
    .updateTable('mastery_model')
    .set({ score_withdrawn_at: isWithdrawn ? now : null })
    .where('score_withdrawn_at', isWithdrawn ? 'is' : 'is not', null)
    .execute();
}
