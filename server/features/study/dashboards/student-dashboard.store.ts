import { sql } from 'kysely';

/*
 * A read model: the figures of the dashboard come from the tables of lessons, quizzes and courses in one query each,
 * whatever their number; readAsOne() sends them. Nothing is written here.
 */

/** A row where there is any course to follow. */
export const publishedCourse = () =>
  sql<{ published: true }>`SELECT true AS published FROM courses WHERE is_published AND deleted_at IS NULL LIMIT 1`;

export type AttemptRow = {
  id: number;
  quizId: number;
  quizTitle: string;
  score: number;
  correctAnswers: number;
  totalQuestions: number;
  passed: boolean;
  createdAt: Date;
  /** Totals over all attempts, the same in every row. */
  taken: number;
  passedCount: number;
};

/**
 * The last attempts of a student, including direct ones, newest first, with the total count. Withheld results do not
 * count as passed.
 */
export const lastAttempts = (userId: string, limit: number, withheld: readonly number[]) => sql<AttemptRow>`
  SELECT attempts.id, attempts.quiz_id AS "quizId", quiz_versions.title AS "quizTitle", score,
         correct_answers AS "correctAnswers", total_questions AS "totalQuestions", passed,
         started_at AS "createdAt", count(*) OVER () AS taken,
         count(*) FILTER (WHERE passed AND attempts.id <> ALL(${withheld}::int[])) OVER () AS "passedCount"
  FROM closed_attempts attempts JOIN quiz_versions ON quiz_versions.id = attempts.quiz_version_id
  WHERE user_id = ${userId} AND NOT is_preview
  ORDER BY closed_at DESC, attempts.id DESC
  LIMIT ${limit}`;

type SubjectRow = { id: number; name: string; correct: number; total: number };
const isRight = sql`options.is_correct OR questions.status = 'annulled'`;

/** Right answers by subject. A question left blank is not right, an annulled one is; one that is under way is left out. */
export const subjectResults = (
  userId: string,
  since: Date,
  limit: number,
  underWay: readonly number[],
) => sql<SubjectRow>`
  SELECT subjects.id, subjects.name, count(*) AS total, count(*) FILTER (WHERE ${isRight}) AS correct
  FROM counted_attempts attempts
  JOIN attempt_questions sheet ON sheet.attempt_id = attempts.id
  JOIN questions ON questions.id = sheet.question_id
  JOIN subjects ON subjects.id = questions.subject_id
  LEFT JOIN options ON options.id = sheet.option_id
  WHERE attempts.user_id = ${userId} AND attempts.closed_at > (SELECT ${since}::timestamptz)
    AND sheet.question_id <> ALL(${underWay}::int[])
  GROUP BY subjects.id, subjects.name
  ORDER BY count(*) FILTER (WHERE ${isRight})::float8 / count(*) DESC, subjects.name
  LIMIT ${limit}`;

export type StartedRow = {
  reason: 'attempt' | 'reading';
  id: number;
  title: string;
  subjectName: string | null;
  /** Questions answered, or how far the lesson was read: 0 to 1. */
  share: number;
  wordCount: number | null;
  deadlineAt: Date | null;
};

/** The last item started and not finished: the open attempt first, because its time runs; else the lesson read last. */
export const lastStarted = (userId: string, now: Date) => sql<StartedRow>`
  (SELECT 'attempt' AS reason, attempts.quiz_id AS id, quiz_versions.title, NULL AS "subjectName",
          (SELECT count(*) FROM attempt_questions sheet
           WHERE sheet.attempt_id = attempts.id AND sheet.option_id IS NOT NULL)::float8 / total_questions AS share,
          NULL::int AS "wordCount",
          CASE WHEN quiz_versions.time_limit IS NOT NULL THEN attempts.deadline_at END AS "deadlineAt"
   FROM attempts JOIN quiz_versions ON quiz_versions.id = attempts.quiz_version_id
   WHERE attempts.user_id = ${userId} AND attempts.closed_at IS NULL AND NOT attempts.is_direct
     AND NOT attempts.is_preview AND attempts.deadline_at > (SELECT ${now}::timestamptz)
     AND attempts.submitted_at IS NULL
   ORDER BY attempts.started_at DESC LIMIT 1)
  UNION ALL
  (SELECT 'reading', lessons.id, lessons.title, subjects.name, read.position, lessons.word_count, NULL
   FROM lesson_progress read
   JOIN lessons ON lessons.id = read.lesson_id AND lessons.deleted_at IS NULL
   LEFT JOIN subjects ON subjects.id = lessons.subject_id
   WHERE read.user_id = ${userId} AND read.completed_at IS NULL AND NOT read.reopened AND read.position > 0
   ORDER BY read.reported_at DESC LIMIT 1)
  ORDER BY reason LIMIT 1`;
