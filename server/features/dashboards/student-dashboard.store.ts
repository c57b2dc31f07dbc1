import { sql } from 'kysely';
import type { ItemKind } from '../../../contract/courses.ts';
import type { Db } from '../../db/connect.ts';

/*
 * A read model: the figures of the dashboard come from the tables of lessons, quizzes and courses in one query each,
 * whatever their number. Nothing is written here.
 */

/** Over all followed courses, an item in two of them once; and whether there is any course to follow. */
export async function readOverallProgress(db: Db, userId: string) {
  const { rows } = await sql<{ total: number; done: number; hasCourses: boolean }>`
    WITH items AS (
      SELECT DISTINCT item.lesson_id, item.quiz_id
      FROM enrollments
      JOIN courses ON courses.id = enrollments.course_id AND courses.is_published AND courses.deleted_at IS NULL
      JOIN visible_course_items item ON item.course_id = courses.id
      WHERE enrollments.user_id = ${userId} AND enrollments.left_at IS NULL
    )
    SELECT count(items.*) AS total,
           count(*) FILTER (WHERE read.lesson_id IS NOT NULL OR passed.quiz_id IS NOT NULL) AS done,
           EXISTS (SELECT FROM courses WHERE is_published AND deleted_at IS NULL) AS "hasCourses"
    FROM items
    LEFT JOIN lesson_progress read
      ON read.user_id = ${userId} AND read.lesson_id = items.lesson_id AND read.completed_at IS NOT NULL
    LEFT JOIN passed_quizzes passed ON passed.user_id = ${userId} AND passed.quiz_id = items.quiz_id`.execute(db);
  return rows[0] ?? { total: 0, done: 0, hasCourses: false };
}

export type AttemptRow = {
  id: number;
  quizId: number;
  quizTitle: string;
  score: number;
  correctAnswers: number;
  totalQuestions: number;
  passed: boolean;
  createdAt: Date;
  /** Of all attempts, the same in every row. */
  taken: number;
  passedCount: number;
};

/** The last attempts that count, newest first, with the number of all of them. */
export async function listLastAttempts(db: Db, userId: string, limit: number): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT attempts.id, attempts.quiz_id AS "quizId", quiz_versions.title AS "quizTitle", score,
           correct_answers AS "correctAnswers", total_questions AS "totalQuestions", passed,
           started_at AS "createdAt", count(*) OVER () AS taken, count(*) FILTER (WHERE passed) OVER () AS "passedCount"
    FROM attempts JOIN quiz_versions ON quiz_versions.id = attempts.quiz_version_id
    WHERE user_id = ${userId} AND closed_at IS NOT NULL AND kind = 'prova' AND NOT is_preview
    ORDER BY closed_at DESC, attempts.id DESC
    LIMIT ${limit}`.execute(db);
  return rows;
}

const isRight = sql`options.is_correct OR questions.status = 'annulled'`;

/** Right answers by subject. A question left blank is not right, an annulled one is. */
export async function listSubjectResults(db: Db, userId: string, since: Date, limit: number) {
  const { rows } = await sql<{ id: number; name: string; correct: number; total: number }>`
    SELECT subjects.id, subjects.name, count(*) AS total, count(*) FILTER (WHERE ${isRight}) AS correct
    FROM attempts
    JOIN attempt_questions sheet ON sheet.attempt_id = attempts.id
    JOIN questions ON questions.id = sheet.question_id
    JOIN subjects ON subjects.id = questions.subject_id
    LEFT JOIN options ON options.id = sheet.option_id
    -- A date in a SELECT of its own: seen plainly, it makes PostgreSQL plan anew each time, which costs ten times the reading.
    WHERE attempts.user_id = ${userId} AND attempts.closed_at > (SELECT ${since}::timestamptz) AND attempts.kind = 'prova'
      AND NOT attempts.is_direct AND NOT attempts.is_preview
    GROUP BY subjects.id, subjects.name
    ORDER BY count(*) FILTER (WHERE ${isRight})::float8 / count(*) DESC, subjects.name
    LIMIT ${limit}`.execute(db);
  return rows;
}

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

/** What was begun and not ended: the open attempt first, because its time runs; else the lesson read last. */
export async function findStarted(db: Db, userId: string, now: Date): Promise<StartedRow | undefined> {
  const { rows } = await sql<StartedRow>`
    (SELECT 'attempt' AS reason, attempts.quiz_id AS id, quiz_versions.title, NULL AS "subjectName",
            (SELECT count(*) FROM attempt_questions sheet
             WHERE sheet.attempt_id = attempts.id AND sheet.option_id IS NOT NULL)::float8 / total_questions AS share,
            NULL::int AS "wordCount",
            CASE WHEN quiz_versions.time_limit IS NOT NULL THEN attempts.deadline_at END AS "deadlineAt"
     FROM attempts JOIN quiz_versions ON quiz_versions.id = attempts.quiz_version_id
     WHERE attempts.user_id = ${userId} AND attempts.closed_at IS NULL AND NOT attempts.is_direct
       AND NOT attempts.is_preview AND attempts.deadline_at > ${now}
     ORDER BY attempts.started_at DESC LIMIT 1)
    UNION ALL
    (SELECT 'reading', lessons.id, lessons.title, subjects.name, read.position, lessons.word_count, NULL
     FROM lesson_progress read
     JOIN lessons ON lessons.id = read.lesson_id AND lessons.deleted_at IS NULL
     LEFT JOIN subjects ON subjects.id = lessons.subject_id
     WHERE read.user_id = ${userId} AND read.completed_at IS NULL AND NOT read.reopened AND read.position > 0
     ORDER BY read.reported_at DESC LIMIT 1)
    ORDER BY reason LIMIT 1`.execute(db);
  return rows[0];
}

export type NextItemRow = {
  kind: ItemKind;
  id: number;
  title: string;
  wordCount: number | null;
  timeLimit: number | null;
};

/** The first item of a course that is not done. */
export async function findNextItem(db: Db, userId: string, courseId: number): Promise<NextItemRow | undefined> {
  const { rows } = await sql<NextItemRow>`
    SELECT CASE WHEN item.lesson_id IS NULL THEN 'quiz' ELSE 'lesson' END AS kind,
           coalesce(item.lesson_id, item.quiz_id) AS id, coalesce(lessons.title, quiz_versions.title) AS title,
           lessons.word_count AS "wordCount", quiz_versions.time_limit AS "timeLimit"
    FROM visible_course_items item
    LEFT JOIN lessons ON lessons.id = item.lesson_id
    LEFT JOIN quizzes ON quizzes.id = item.quiz_id
    LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
    LEFT JOIN lesson_progress read
      ON read.user_id = ${userId} AND read.lesson_id = item.lesson_id AND read.completed_at IS NOT NULL
    LEFT JOIN passed_quizzes passed ON passed.user_id = ${userId} AND passed.quiz_id = item.quiz_id
    WHERE item.course_id = ${courseId} AND read.lesson_id IS NULL AND passed.quiz_id IS NULL
    ORDER BY item.position LIMIT 1`.execute(db);
  return rows[0];
}
