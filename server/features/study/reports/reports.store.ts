import { type RawBuilder, sql } from 'kysely';
import type { CourseReport, QuizReport, ReportTotals, StudentStanding } from '#contract/study/reports.ts';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';

/*
 * A read model over courses, quizzes and study time: each figure comes by one query, whatever the number of courses.
 * Nothing is written here.
 */

/** Null: everybody's. */
type Owner = string | null;

const owns = (column: RawBuilder<unknown>, owner: Owner) => (owner === null ? sql`true` : sql`${column} = ${owner}`);

type Days = { since: Date; stoppedBefore: string };

/** The last day with study, or the day of enrolment: a student who has just enrolled has not stopped. */
const lastSeen = sql`greatest(
  (SELECT max(day) FROM study_days WHERE study_days.user_id = stay.user_id),
  (stay.enrolled_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date)`;

const standing = (days: Days) => sql`
  count(stay.id) AS students,
  count(stay.id) FILTER (WHERE stay.enrolled_at > ${days.since}) AS "newStudents",
  count(done.user_id) AS completed,
  count(stay.id) FILTER (WHERE done.user_id IS NULL AND ${lastSeen} < ${days.stoppedBefore}::date) AS stopped`;

const enrolments = sql`
  LEFT JOIN enrollments stay ON stay.course_id = courses.id AND stay.left_at IS NULL
  LEFT JOIN course_completions done ON done.course_id = courses.id AND done.user_id = stay.user_id`;

const ownCourses = (owner: Owner) => sql`courses.deleted_at IS NULL AND ${owns(sql`courses.instructor_id`, owner)}`;

export async function sumCourseReports(db: Db, owner: Owner, days: Days): Promise<ReportTotals> {
  const { rows } = await sql<ReportTotals>`
    SELECT ${standing(days)} FROM courses ${enrolments} WHERE ${ownCourses(owner)}`.execute(db);
  return rows[0] ?? { students: 0, newStudents: 0, completed: 0, stopped: 0 };
}

/** The last row of the page before; null: from the beginning. */
type After = { at: Date; id: number } | null;
type ReportFilter = { limit: number; after: After };

const beyond = (moment: RawBuilder<unknown>, id: RawBuilder<unknown>, after: After) =>
  after ? sql`(${moment}, ${id}) < (${after.at}::timestamptz, ${after.id}::integer)` : sql`true`;

export type CourseReportRow = CourseReport & { at: Date };

export async function listCourseReports(
  db: Db,
  owner: Owner,
  days: Days,
  part: ReportFilter,
): Promise<CourseReportRow[]> {
  // The page first: only its own enrolments are read.
  const { rows } = await sql<CourseReportRow>`
    WITH page AS (
      SELECT id, title, is_published, created_at FROM courses
      WHERE ${ownCourses(owner)} AND ${beyond(sql`created_at`, sql`id`, part.after)}
      ORDER BY created_at DESC, id DESC
      LIMIT ${part.limit}
    )
    SELECT courses.id, courses.title, courses.is_published AS "isPublished", courses.created_at AS at, ${standing(days)}
    FROM page courses ${enrolments}
    GROUP BY courses.id, courses.title, courses.is_published, courses.created_at
    ORDER BY courses.created_at DESC, courses.id DESC`.execute(db);
  return rows;
}

export async function countCourseReports(db: Db, owner: Owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM courses WHERE ${ownCourses(owner)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const ownQuizzes = (owner: Owner) =>
  sql`quizzes.published_version_id IS NOT NULL AND ${owns(sql`quizzes.author_id`, owner)}`;

export async function countQuizReports(db: Db, owner: Owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM quizzes WHERE ${ownQuizzes(owner)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type QuizReportRow = QuizReport & { at: Date };

export async function listQuizReports(db: Db, owner: Owner, part: ReportFilter): Promise<QuizReportRow[]> {
  const { rows } = await sql<QuizReportRow>`
    SELECT quizzes.id, version.title, quizzes.published_at AS at, result.*
    FROM quizzes
    JOIN quiz_versions version ON version.id = quizzes.published_version_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS attempts, count(DISTINCT user_id) AS students,
             round(avg(correct_answers * 100.0 / total_questions), 1)::float8 AS "averagePercent",
             round(avg(passed::int) * 100, 1)::float8 AS "passedPercent"
      FROM quiz_versions taken
      JOIN counted_attempts attempts
        ON attempts.quiz_version_id = taken.id AND attempts.quiz_id = taken.quiz_id
      WHERE taken.quiz_id = quizzes.id
    ) AS result
    WHERE ${ownQuizzes(owner)} AND ${beyond(sql`quizzes.published_at`, sql`quizzes.id`, part.after)}
    ORDER BY quizzes.published_at DESC, quizzes.id DESC
    LIMIT ${part.limit}`.execute(db);
  return rows;
}

type WeekRow = { week: string; enrolments: number; completions: number };

/** Weeks in which something happened, by their Monday. */
export async function listWeekRows(db: Db, owner: Owner, firstMonday: string): Promise<WeekRow[]> {
  const monday = (moment: RawBuilder<unknown>) =>
    sql`date_trunc('week', ${moment} AT TIME ZONE ${sql.lit(TIME_ZONE)})::date`;
  const { rows } = await sql<WeekRow>`
    WITH own AS (SELECT id FROM courses WHERE ${owns(sql`instructor_id`, owner)}),
    events AS (
      SELECT ${monday(sql`enrolled_at`)} AS week, 1 AS enrolment, 0 AS completion
      FROM enrollments WHERE course_id IN (TABLE own) AND ${monday(sql`enrolled_at`)} >= ${firstMonday}::date
      UNION ALL
      SELECT ${monday(sql`completed_at`)}, 0, 1
      FROM course_completions WHERE course_id IN (TABLE own) AND ${monday(sql`completed_at`)} >= ${firstMonday}::date
    )
    SELECT week::text, sum(enrolment) AS enrolments, sum(completion) AS completions
    FROM events GROUP BY week`.execute(db);
  return rows;
}

export async function findReportedCourse(db: Db, owner: Owner, id: number) {
  const { rows } = await sql<{ title: string; total: number }>`
    SELECT title, (SELECT count(*) FROM visible_course_items item WHERE item.course_id = courses.id) AS total
    FROM courses WHERE id = ${id} AND deleted_at IS NULL AND ${owns(sql`instructor_id`, owner)}`.execute(db);
  return rows[0];
}

export type StudentRow = {
  id: string;
  stayId: number;
  name: string;
  enrolledAt: Date;
  done: number;
  lastStudyDay: string | null;
  completedAt: Date | null;
  stopped: boolean;
};

type StudentFilter = { courseId: number; standing: StudentStanding; stoppedBefore: string };

const standings: Record<StudentStanding, (stoppedBefore: string) => RawBuilder<unknown>> = {
  all: () => sql`true`,
  completed: () => sql`completion.user_id IS NOT NULL`,
  stopped: (before) => sql`completion.user_id IS NULL AND ${lastSeen} < ${before}::date`,
};

export async function listStudentRows(
  db: Db,
  { courseId, standing, stoppedBefore }: StudentFilter,
  { limit, after }: { limit: number; after: { enrolledAt: Date; id: number } | null },
): Promise<StudentRow[]> {
  const position = after
    ? sql`(stay.enrolled_at, stay.id) < (${after.enrolledAt}::timestamptz, ${after.id}::integer)`
    : sql`true`;
  const { rows } = await sql<StudentRow>`
    WITH page AS (
      SELECT stay.id AS stay_id, stay.user_id, stay.enrolled_at, completion.completed_at,
             completion.user_id IS NULL AND ${lastSeen} < ${stoppedBefore}::date AS stopped
      FROM enrollments stay
      LEFT JOIN course_completions completion
        ON completion.user_id = stay.user_id AND completion.course_id = stay.course_id
      WHERE stay.course_id = ${courseId} AND stay.left_at IS NULL
        AND ${standings[standing](stoppedBefore)} AND ${position}
      ORDER BY stay.enrolled_at DESC, stay.id DESC
      LIMIT ${limit}
    ), read AS (
      SELECT page.user_id, count(*) AS done FROM page
      JOIN lesson_progress progress ON progress.user_id = page.user_id AND progress.completed_at IS NOT NULL
      JOIN visible_course_items item ON item.course_id = ${courseId} AND item.lesson_id = progress.lesson_id
      GROUP BY page.user_id
    ), passed AS (
      SELECT page.user_id, count(*) AS done FROM page
      JOIN passed_quizzes quiz ON quiz.user_id = page.user_id
      JOIN visible_course_items item ON item.course_id = ${courseId} AND item.quiz_id = quiz.quiz_id
      GROUP BY page.user_id
    )
    SELECT users.id, page.stay_id AS "stayId", users.first_name || ' ' || users.last_name AS name,
           page.enrolled_at AS "enrolledAt", coalesce(read.done, 0) + coalesce(passed.done, 0) AS done,
           (SELECT max(day)::text FROM study_days WHERE study_days.user_id = page.user_id) AS "lastStudyDay",
           page.completed_at AS "completedAt", page.stopped
    FROM page JOIN users ON users.id = page.user_id
    LEFT JOIN read ON read.user_id = page.user_id
    LEFT JOIN passed ON passed.user_id = page.user_id
    ORDER BY page.enrolled_at DESC, page.stay_id DESC`.execute(db);
  return rows;
}

export async function countStudentRows(db: Db, { courseId, standing, stoppedBefore }: StudentFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM enrollments stay
    LEFT JOIN course_completions completion
      ON completion.user_id = stay.user_id AND completion.course_id = stay.course_id
    WHERE stay.course_id = ${courseId} AND stay.left_at IS NULL AND ${standings[standing](stoppedBefore)}`.execute(db);
  return rows[0]?.count ?? 0;
}
