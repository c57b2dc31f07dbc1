import { sql } from 'kysely';
import type { Carried } from '#server/db/as-one.ts';
import { ownLimit } from '#server/db/own-limit.ts';
import { courseColumns } from './courses.store.ts';
import type { EnrollmentRow } from './enrollments.store.ts';

/** A followed course with its first item that is not done, and how far all followed courses are together. */
export type FollowedRow = EnrollmentRow & {
  nextLessonId: number | null;
  nextQuizId: number | null;
  nextTitle: string | null;
  nextWordCount: number | null;
  /** With the extra time of the student. */
  nextTimeLimit: number | null;
  /** The same in every row; an item in two courses counts once. */
  allDone: number;
  allTotal: number;
};

/** The courses a student follows, last studied first. Every item of them is looked at once, whatever is asked of it. */
export const followedCourses = (userId: string, today: string, limit: number) => sql<FollowedRow>`
  WITH results AS (
    SELECT quiz_id, max(closed_at) AS at, bool_or(earns) AS passed
    FROM closed_attempts WHERE user_id = ${userId} GROUP BY quiz_id
  ),
  items AS MATERIALIZED (
    SELECT item.course_id, item.position, item.lesson_id, item.quiz_id,
           read.completed_at IS NOT NULL OR coalesce(results.passed, false) AS done,
           greatest(read.reported_at, results.at) AS at
    FROM enrollments
    JOIN visible_course_items item ON item.course_id = enrollments.course_id
    LEFT JOIN lesson_progress read ON read.user_id = ${userId} AND read.lesson_id = item.lesson_id
    LEFT JOIN results ON results.quiz_id = item.quiz_id
    WHERE enrollments.user_id = ${userId} AND enrollments.left_at IS NULL
      AND EXISTS (SELECT FROM courses WHERE courses.id = enrollments.course_id AND is_published AND deleted_at IS NULL)
  ),
  content AS (
    SELECT course_id, count(*) AS total, count(*) FILTER (WHERE done) AS done, max(at) AS at,
           min(position) FILTER (WHERE NOT done) AS next_position
    FROM items GROUP BY course_id
  ),
  overall AS (
    SELECT count(*) AS total, count(*) FILTER (WHERE done) AS done
    FROM (SELECT DISTINCT lesson_id, quiz_id, done FROM items) AS once
  )
  SELECT enrollments.id AS "enrollmentId", enrollments.enrolled_at AS "enrolledAt",
         greatest(enrollments.enrolled_at, content.at) AS "lastActivityAt", completion.completed_at AS "completedAt",
         coalesce(content.done, 0) AS done, coalesce(content.total, 0) AS total, ${courseColumns},
         next.lesson_id AS "nextLessonId", next.quiz_id AS "nextQuizId",
         coalesce(lessons.title, quiz_versions.title) AS "nextTitle",
         lessons.word_count AS "nextWordCount", ${ownLimit(userId, today)} AS "nextTimeLimit",
         overall.done AS "allDone", overall.total AS "allTotal"
  FROM enrollments
  JOIN courses ON courses.id = enrollments.course_id AND courses.is_published AND courses.deleted_at IS NULL
  LEFT JOIN users ON users.id = courses.instructor_id
  LEFT JOIN course_completions completion
    ON completion.user_id = enrollments.user_id AND completion.course_id = enrollments.course_id
  LEFT JOIN content ON content.course_id = courses.id
  LEFT JOIN course_items next ON next.course_id = content.course_id AND next.position = content.next_position
  LEFT JOIN lessons ON lessons.id = next.lesson_id
  LEFT JOIN quizzes ON quizzes.id = next.quiz_id
  LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
  CROSS JOIN overall
  WHERE enrollments.user_id = ${userId} AND enrollments.left_at IS NULL
  ORDER BY "lastActivityAt" DESC, "enrollmentId" DESC
  LIMIT ${limit}`;

/** The moments of a course that came as JSON. */
export const withMoments = (row: Carried<FollowedRow>): FollowedRow => ({
  ...row,
  enrolledAt: new Date(row.enrolledAt),
  lastActivityAt: new Date(row.lastActivityAt),
  completedAt: row.completedAt === null ? null : new Date(row.completedAt),
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});
