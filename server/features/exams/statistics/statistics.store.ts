import { sql } from 'kysely';
import type { QuestionStatus } from '#contract/question-status.ts';
import type { QuestionFormat, QuestionKind } from '#contract/questions/question-shapes.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { ItemCounts } from './item-analysis.ts';

/** Which attempts are counted: all or the first of each student, of a course's students, between two moments. */
export type Counted = { quizId: number; all: boolean; courseId: number | null; from: Date | null; until: Date | null };

/**
 * The attempts that count, or each student's first of them. `rank` orders them by result. An attempt whose student was
 * deleted is treated as a separate student.
 */
const taken = ({ quizId, all, courseId, from, until }: Counted) => sql`
  SELECT id, user_id, started_at, share, passed, time_spent,
         row_number() OVER (ORDER BY share DESC, id) AS rank, count(*) OVER () AS total
  FROM (
    SELECT a.id, a.user_id, a.started_at, a.closed_at, a.passed, a.time_spent,
           a.correct_answers::float8 / a.total_questions AS share,
           row_number() OVER (PARTITION BY coalesce(a.user_id::text, a.id::text) ORDER BY a.id) AS nth
    FROM counted_attempts a
    WHERE a.quiz_version_id IN (SELECT id FROM quiz_versions WHERE quiz_id = ${quizId})
  ) AS counted
  WHERE (${all} OR nth = 1)
    AND (${courseId}::int IS NULL
         OR user_id IN (SELECT user_id FROM enrollments WHERE course_id = ${courseId} AND left_at IS NULL))
    AND (${from}::timestamptz IS NULL OR closed_at >= ${from}) AND (${until}::timestamptz IS NULL OR closed_at < ${until})`;

/** Until the end of the transaction: room to sort a million answers in memory, and the time to count them. */
export async function raiseSortMemory(tx: Tx): Promise<void> {
  await sql`SELECT set_config('work_mem', '48MB', true), set_config('statement_timeout', '30s', true)`.execute(tx);
}

export async function summariseAttempts(db: Db | Tx, counted: Counted) {
  const { rows } = await sql<{
    attempts: number;
    students: number;
    averagePercent: number | null;
    sharePassed: number | null;
    medianSeconds: number | null;
  }>`
    SELECT count(*) AS attempts, count(DISTINCT coalesce(user_id::text, id::text)) AS students,
           avg(share) * 100 AS "averagePercent", avg(passed::int)::float8 AS "sharePassed",
           percentile_cont(0.5) WITHIN GROUP (ORDER BY time_spent) AS "medianSeconds"
    FROM (${taken(counted)}) AS taken`.execute(db);
  return rows[0];
}

export type QuestionCounts = Omit<ItemCounts, 'options'> & {
  questionId: number;
  questionVersionId: number;
  isCurrent: boolean;
  position: number | null;
  kind: QuestionKind;
  format: QuestionFormat;
  statement: string;
  subject: string | null;
  status: QuestionStatus;
  medianSeconds: number | null;
  options: { id: number; optionText: string; isCorrect: boolean; count: number; upper: number }[];
};

/**
 * One pass over the answers. The time of an answer is what passed since the one before it in the same attempt (or
 * since the start); answers that arrived together, after the network was gone, have none.
 */
export async function countAnswers(db: Db | Tx, counted: Counted): Promise<QuestionCounts[]> {
  const { rows } = await sql<QuestionCounts>`
    WITH taken AS MATERIALIZED (${taken(counted)}),
    answers AS MATERIALIZED (
      SELECT aq.question_id, aq.question_version_id, aq.option_id,
             taken.rank <= taken.total / 3 AS is_upper, taken.rank > taken.total - taken.total / 3 AS is_lower,
             nullif(extract(epoch FROM aq.answered_at - coalesce(lag(aq.answered_at) OVER sheet, taken.started_at)), 0)
               AS seconds
      FROM taken JOIN attempt_questions aq ON aq.attempt_id = taken.id
      WINDOW sheet AS (PARTITION BY aq.attempt_id ORDER BY aq.answered_at, aq.position)
    ),
    per_option AS (SELECT option_id, count(*) AS count, count(*) FILTER (WHERE is_upper) AS upper FROM answers WHERE option_id IS NOT NULL GROUP BY option_id),
    per_question AS (
      SELECT a.question_id, a.question_version_id, count(*) AS attempts,
             count(*) FILTER (WHERE o.is_correct) AS right, count(*) FILTER (WHERE a.option_id IS NULL) AS blank,
             count(*) FILTER (WHERE is_upper) AS upper, count(*) FILTER (WHERE is_upper AND o.is_correct) AS upper_right,
             count(*) FILTER (WHERE is_lower) AS lower, count(*) FILTER (WHERE is_lower AND o.is_correct) AS lower_right,
             percentile_cont(0.5) WITHIN GROUP (ORDER BY a.seconds) AS seconds
      FROM answers a LEFT JOIN options o ON o.id = a.option_id
      GROUP BY a.question_id, a.question_version_id
    )
    SELECT p.question_id AS "questionId", p.question_version_id AS "questionVersionId", place.position,
           coalesce(place.question_version_id = p.question_version_id, q.current_version_id = p.question_version_id, false)
             AS "isCurrent",
           v.kind, v.format, v.statement, subjects.name AS subject, q.status, p.attempts, p.right, p.blank, p.upper,
           p.upper_right AS "upperRight", p.lower, p.lower_right AS "lowerRight", p.seconds AS "medianSeconds",
           (SELECT json_agg(json_build_object('id', o.id, 'optionText', o.option_text, 'isCorrect', o.is_correct,
              'count', coalesce(per_option.count, 0), 'upper', coalesce(per_option.upper, 0)) ORDER BY o.position)
            FROM options o LEFT JOIN per_option ON per_option.option_id = o.id
            WHERE o.question_version_id = v.id) AS options
    FROM per_question p
    JOIN questions q ON q.id = p.question_id
    JOIN question_versions v ON v.id = p.question_version_id
    LEFT JOIN subjects ON subjects.id = q.subject_id
    LEFT JOIN quizzes z ON z.id = ${counted.quizId}
    LEFT JOIN quiz_version_questions place
      ON place.quiz_version_id = coalesce(z.published_version_id, z.draft_version_id) AND place.question_id = q.id
    ORDER BY place.position NULLS LAST, q.id, v.id DESC`.execute(db);
  return rows;
}

export async function findQuizTitle(db: Db | Tx, quizId: number): Promise<string> {
  const row = await db
    .selectFrom('quizzes')
    .innerJoin('quiz_versions', 'quiz_versions.id', 'quizzes.draft_version_id')
    .select('quiz_versions.title')
    .where('quizzes.id', '=', quizId)
    .executeTakeFirst();
  return row?.title ?? '';
}

const LEAVES_SHOWN = 50;

/** Students' closed attempts whose page was left, most often first. */
export async function listLeaves(db: Db | Tx, quizId: number) {
  const { rows } = await sql<{ attemptId: number; studentName: string | null; count: number }>`
    SELECT a.id AS "attemptId", a.leaves AS count, u.first_name || ' ' || u.last_name AS "studentName"
    FROM attempts a LEFT JOIN users u ON u.id = a.user_id
    WHERE a.quiz_version_id IN (SELECT id FROM quiz_versions WHERE quiz_id = ${quizId})
      AND a.leaves > 0 AND a.closed_at IS NOT NULL AND NOT a.is_preview
    ORDER BY a.leaves DESC, a.id LIMIT ${LEAVES_SHOWN}`.execute(db);
  return rows;
}
