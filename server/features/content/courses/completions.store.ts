import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

/** What was done, by whom: it may have been the last thing missing in a course. */
export type DoneItem = { userId: string } & ({ lessonId: number } | { quizId: number } | { courseId: number });

/** Restricts the rows of a table to the courses that contain the completed item. */
function holding(table: 'enrollments' | 'done', done: DoneItem): RawBuilder<unknown> {
  const courseId = sql.ref(`${table}.course_id`);
  if ('courseId' in done) return sql`${courseId} = ${done.courseId}`;
  return 'lessonId' in done
    ? sql`${courseId} IN (SELECT course_id FROM course_items WHERE lesson_id = ${done.lessonId})`
    : sql`${courseId} IN (SELECT course_id FROM course_items WHERE quiz_id = ${done.quizId})`;
}

const unfinished = sql`enrollments.left_at IS NULL AND NOT EXISTS (
  SELECT FROM course_completions done
  WHERE done.user_id = enrollments.user_id AND done.course_id = enrollments.course_id)`;

/**
 * Holds the enrolments that may be finished now. Of two transactions that each tick one of the last two items, the
 * second waits here and then sees the tick of the first.
 */
export async function lockUnfinished(tx: Tx, done: DoneItem): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT enrollments.id FROM enrollments
    WHERE enrollments.user_id = ${done.userId} AND ${holding('enrollments', done)} AND ${unfinished}
    ORDER BY enrollments.id FOR UPDATE`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The same for attempts that were just closed, many at once: those of them that were passed and count. */
export async function lockUnfinishedByAttempts(tx: Tx, attemptIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT enrollments.id FROM enrollments
    WHERE (enrollments.user_id, enrollments.course_id) IN (
      SELECT attempts.user_id, course_items.course_id
      FROM counted_attempts attempts JOIN course_items ON course_items.quiz_id = attempts.quiz_id
      WHERE attempts.id = ANY(${attemptIds}) AND earns
    ) AND ${unfinished}
    ORDER BY enrollments.id FOR UPDATE`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Records those of the enrolments whose every visible item is done. A course without content is never finished. */
export async function insertCompletions(tx: Tx, enrollmentIds: readonly number[], now: Date) {
  const { rows } = await sql<{ userId: string; courseId: number }>`
    INSERT INTO course_completions (user_id, course_id, completed_at, quiz_ids)
    SELECT enrollments.user_id, enrollments.course_id, ${now}, ARRAY(
      SELECT quiz_id FROM visible_course_items item
      WHERE item.course_id = enrollments.course_id AND quiz_id IS NOT NULL)
    FROM enrollments JOIN courses ON courses.id = enrollments.course_id
    WHERE enrollments.id = ANY(${enrollmentIds}) AND courses.is_published AND courses.deleted_at IS NULL
      AND EXISTS (SELECT FROM visible_course_items item WHERE item.course_id = enrollments.course_id)
      AND NOT EXISTS (
        SELECT FROM visible_course_items item
        LEFT JOIN lesson_progress read
          ON read.user_id = enrollments.user_id AND read.lesson_id = item.lesson_id AND read.completed_at IS NOT NULL
        LEFT JOIN passed_quizzes passed
          ON passed.user_id = enrollments.user_id AND passed.quiz_id = item.quiz_id
        WHERE item.course_id = enrollments.course_id AND read.lesson_id IS NULL AND passed.quiz_id IS NULL
      )
    ON CONFLICT DO NOTHING
    RETURNING user_id AS "userId", course_id AS "courseId"`.execute(tx);
  return rows;
}

/** The next enrolments that are not finished, for the sweep that finds what no single event reported. */
export async function listUnfinished(
  db: Db,
  page: { after: number; pausing: Pausing; limit: number; courseId: number | undefined },
): Promise<number[]> {
  const course = page.courseId === undefined ? sql`true` : sql`enrollments.course_id = ${page.courseId}`;
  const { rows } = await sql<{ id: number }>`
    SELECT enrollments.id FROM enrollments
    WHERE enrollments.id > ${page.after} AND ${course} AND ${unfinished}
      AND ${isUnpaused(page.pausing, sql`enrollments.id`)}
    ORDER BY enrollments.id LIMIT ${page.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks those of the enrolments that are still not finished. */
export async function lockUnfinishedAmong(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT enrollments.id FROM enrollments WHERE enrollments.id = ANY(${ids}) AND ${unfinished}
    ORDER BY enrollments.id FOR UPDATE`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether the quiz is in a course, and the student has no pass at it yet that counts there. */
export async function isStillToPass(db: Db, userId: string, quizId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT EXISTS (
      SELECT FROM course_items JOIN courses ON courses.id = course_items.course_id
      WHERE course_items.quiz_id = ${quizId} AND courses.is_published AND courses.deleted_at IS NULL
    ) AND NOT EXISTS (
      SELECT FROM passed_quizzes WHERE user_id = ${userId} AND quiz_id = ${quizId}
    ) AS is`.execute(db);
  return rows[0]?.is ?? false;
}

/** The courses that a student has finished and that hold this item. */
export async function listFinishedWith(db: Db, done: DoneItem, limit: number) {
  const { rows } = await sql<{ id: number; title: string; completedAt: Date; certificateCode: string | null }>`
    SELECT courses.id, courses.title, done.completed_at AS "completedAt", certificates.code AS "certificateCode"
    FROM course_completions done
    JOIN courses ON courses.id = done.course_id AND courses.deleted_at IS NULL
    LEFT JOIN certificates ON certificates.user_id = done.user_id AND certificates.course_id = done.course_id
      AND certificates.revoked_at IS NULL
    WHERE done.user_id = ${done.userId} AND ${holding('done', done)}
    ORDER BY done.completed_at DESC, courses.id LIMIT ${limit}`.execute(db);
  return rows;
}
