import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { type CourseRow, courseColumns } from './courses.store.ts';

/** Whether a row was added: of any number of enrolments at once, one. */
export async function insertEnrollment(tx: Tx, userId: string, courseId: number, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('enrollments')
    .values({ user_id: userId, course_id: courseId, enrolled_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'course_id']).where('left_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The students among these users, in the order in which rows are locked everywhere. */
export async function listStudentIds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('role', '=', 'student')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function closeEnrollment(db: Db | Tx, userId: string, courseId: number, now: Date): Promise<void> {
  await db
    .updateTable('enrollments')
    .set({ left_at: now })
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('left_at', 'is', null)
    .execute();
}

/** Holds the enrolment while something hangs on it. */
export async function lockEnrollment(tx: Tx, userId: string, courseId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('enrollments')
    .select('id')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('left_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export type EnrollmentRow = {
  enrollmentId: number;
  enrolledAt: Date;
  lastActivityAt: Date;
  completedAt: Date | null;
  done: number;
  total: number;
} & CourseRow;

type Position = { lastActivityAt: Date; id: number };

/** The courses a student follows, last studied first. What is no longer published is not shown. */
export async function listEnrollments(
  db: Db,
  userId: string,
  page: { limit: number; after: Position | null },
): Promise<EnrollmentRow[]> {
  const after = page.after
    ? sql`WHERE ("lastActivityAt", "enrollmentId") < (${page.after.lastActivityAt}, ${page.after.id})`
    : sql``;
  const { rows } = await sql<EnrollmentRow>`
    WITH results AS (
      SELECT quiz_id, max(closed_at) AS at, bool_or(earns) AS passed
      FROM closed_attempts WHERE user_id = ${userId} GROUP BY quiz_id
    )
    SELECT * FROM (
      SELECT enrollments.id AS "enrollmentId", enrollments.enrolled_at AS "enrolledAt",
             greatest(enrollments.enrolled_at, content.at) AS "lastActivityAt",
             completion.completed_at AS "completedAt", content.done, content.total, ${courseColumns}
      FROM enrollments
      JOIN courses ON courses.id = enrollments.course_id AND courses.is_published AND courses.deleted_at IS NULL
      LEFT JOIN users ON users.id = courses.instructor_id
      LEFT JOIN course_completions completion
        ON completion.user_id = enrollments.user_id AND completion.course_id = enrollments.course_id
      LEFT JOIN LATERAL (
        SELECT count(*) AS total, count(*) FILTER (WHERE read.completed_at IS NOT NULL OR results.passed) AS done,
               max(greatest(read.reported_at, results.at)) AS at
        FROM visible_course_items item
        LEFT JOIN lesson_progress read ON read.user_id = ${userId} AND read.lesson_id = item.lesson_id
        LEFT JOIN results ON results.quiz_id = item.quiz_id
        WHERE item.course_id = courses.id
      ) AS content ON true
      WHERE enrollments.user_id = ${userId} AND enrollments.left_at IS NULL
    ) AS followed
    ${after}
    ORDER BY "lastActivityAt" DESC, "enrollmentId" DESC
    LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countEnrollments(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('enrollments')
    .innerJoin('courses', 'courses.id', 'enrollments.course_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('enrollments.user_id', '=', userId)
    .where('enrollments.left_at', 'is', null)
    .where('courses.is_published', '=', true)
    .where('courses.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type StudentRow = {
  enrollmentId: number;
  id: string;
  name: string;
  enrolledAt: Date;
  done: number;
  total: number;
  completedAt: Date | null;
};

export async function listStudents(
  db: Db,
  courseId: number,
  page: { limit: number; after: { enrolledAt: Date; id: number } | null },
): Promise<StudentRow[]> {
  const after = page.after ? sql`AND (enrolled_at, id) < (${page.after.enrolledAt}, ${page.after.id})` : sql``;
  const { rows } = await sql<StudentRow>`
    WITH page AS (
      SELECT * FROM enrollments WHERE course_id = ${courseId} AND left_at IS NULL ${after}
      ORDER BY enrolled_at DESC, id DESC LIMIT ${page.limit}
    ), items AS (
      SELECT lesson_id, quiz_id FROM visible_course_items WHERE course_id = ${courseId}
    ), done AS (
      SELECT user_id, count(*) AS count FROM (
        SELECT page.user_id FROM page
          JOIN lesson_progress read ON read.user_id = page.user_id AND read.completed_at IS NOT NULL
          JOIN items ON items.lesson_id = read.lesson_id
        UNION ALL
        SELECT page.user_id FROM page
          JOIN passed_quizzes passed ON passed.user_id = page.user_id
          JOIN items ON items.quiz_id = passed.quiz_id
      ) AS ticks GROUP BY user_id
    )
    SELECT page.id AS "enrollmentId", users.id, users.first_name || ' ' || users.last_name AS name,
           page.enrolled_at AS "enrolledAt", coalesce(done.count, 0) AS done,
           (SELECT count(*) FROM items) AS total, completion.completed_at AS "completedAt"
    FROM page
    JOIN users ON users.id = page.user_id
    LEFT JOIN done ON done.user_id = page.user_id
    LEFT JOIN course_completions completion
      ON completion.user_id = page.user_id AND completion.course_id = page.course_id
    ORDER BY page.enrolled_at DESC, page.id DESC`.execute(db);
  return rows;
}

export async function countStudents(db: Db, courseId: number): Promise<number> {
  const { count } = await db
    .selectFrom('enrollments')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('course_id', '=', courseId)
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
