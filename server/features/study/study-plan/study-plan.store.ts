import { sql } from 'kysely';
import type { ItemKind } from '#contract/content/courses.ts';
import { WORDS_PER_MINUTE } from '#contract/content/reading.ts';
import { MINUTES_PER_QUESTION } from '#contract/limits.ts';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';
import { ownLimit } from '#server/db/own-limit.ts';

export type PlanRow = {
  kind: ItemKind;
  id: number;
  title: string;
  courseId: number;
  courseTitle: string;
  subjectId: number | null;
  subjectName: string | null;
  wordCount: number | null;
  /** How far the lesson was read, 0 to 1. */
  position: number;
  /** With the extra time of the student. */
  timeLimit: number | null;
  questionCount: number | null;
  passingScore: number | null;
  done: boolean;
};

/** The followed courses that students see and this one has bought. */
const openEnrollments = (userId: string, today: string) => sql`
  (SELECT bought_courses(${userId}, ${today}::date) AS list) AS bought
  CROSS JOIN enrollments
  JOIN courses ON courses.id = enrollments.course_id AND courses.is_published AND courses.deleted_at IS NULL
    AND (bought.list IS NULL OR courses.id = ANY(bought.list))`;

/** The items of the followed courses that the student sees. Materialized: joined with all the rest, they took 35 ms to plan. */
const followedItems = (userId: string, today: string) => sql`
    SELECT item.lesson_id, item.quiz_id, item.position, courses.id AS course_id, courses.title AS course_title,
           enrollments.enrolled_at, enrollments.id AS enrollment_id
    FROM ${openEnrollments(userId, today)}
    JOIN visible_course_items item ON item.course_id = courses.id
    WHERE enrollments.user_id = ${userId} AND enrollments.left_at IS NULL`;

/** The open items of the followed courses, in their order, and the items done today; as a query that can be batched. */
export const planRows = (userId: string, today: string, limit: number) => sql<PlanRow>`
    WITH item AS MATERIALIZED (${followedItems(userId, today)})
    SELECT CASE WHEN item.lesson_id IS NULL THEN 'quiz' ELSE 'lesson' END AS kind,
           coalesce(item.lesson_id, item.quiz_id) AS id, coalesce(lessons.title, quiz_versions.title) AS title,
           item.course_id AS "courseId", item.course_title AS "courseTitle",
           subjects.id AS "subjectId", subjects.name AS "subjectName",
           lessons.word_count AS "wordCount", coalesce(read.position, 0) AS position,
           ${ownLimit(userId, today)} AS "timeLimit", quiz_versions.question_count AS "questionCount",
           quiz_versions.passing_score AS "passingScore", done.at IS NOT NULL AS done
    FROM item
    LEFT JOIN lessons ON lessons.id = item.lesson_id
    LEFT JOIN subjects ON subjects.id = lessons.subject_id
    LEFT JOIN quizzes ON quizzes.id = item.quiz_id
    LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
    LEFT JOIN lesson_progress read ON read.user_id = ${userId} AND read.lesson_id = item.lesson_id
    LEFT JOIN LATERAL (
      SELECT min(closed_at) AS at FROM counted_attempts
      WHERE counted_attempts.user_id = ${userId} AND counted_attempts.quiz_id = item.quiz_id AND counted_attempts.earns
    ) AS passed ON item.quiz_id IS NOT NULL
    CROSS JOIN LATERAL (SELECT coalesce(read.completed_at, passed.at) AS at) AS done
    WHERE done.at IS NULL OR (done.at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date = ${today}::date
    ORDER BY done.at NULLS LAST, item.enrolled_at, item.enrollment_id, item.position
    LIMIT ${limit}`;

/** Whether there is a course, how many items the courses hold and about how many minutes they take; an item of two counts once. */
export const courseContent = (userId: string, today: string) => sql<{
  enrolled: boolean;
  items: number;
  minutes: number;
}>`
    SELECT EXISTS (SELECT FROM enrollments WHERE user_id = ${userId} AND left_at IS NULL) AS enrolled,
           count(*)::int AS items, coalesce(sum(minutes), 0)::float8 AS minutes
    FROM (
      SELECT DISTINCT item.lesson_id, item.quiz_id,
             coalesce(lessons.word_count::float8 / ${WORDS_PER_MINUTE}, ${ownLimit(userId, today)},
                      quiz_versions.question_count * ${MINUTES_PER_QUESTION}::int) AS minutes
      FROM ${openEnrollments(userId, today)}
      JOIN visible_course_items item ON item.course_id = courses.id
      LEFT JOIN lessons ON lessons.id = item.lesson_id
      LEFT JOIN quizzes ON quizzes.id = item.quiz_id
      LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
      WHERE enrollments.user_id = ${userId} AND enrollments.left_at IS NULL
    ) AS items`;

export async function findFeedId(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('study_feeds').select('id').where('user_id', '=', userId).executeTakeFirst())?.id;
}

export async function saveFeed(db: Db, userId: string, id: string, now: Date): Promise<void> {
  await db
    .insertInto('study_feeds')
    .values({ user_id: userId, id, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id, created_at: now }))
    .execute();
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('study_feeds').where('user_id', '=', userId).execute();
}

/** Whose plan it is, while that person may enter. */
export async function findFeedOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('study_feeds')
    .innerJoin('users', 'users.id', 'study_feeds.user_id')
    .select('users.id')
    .where('study_feeds.id', '=', id)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  return row?.id;
}
