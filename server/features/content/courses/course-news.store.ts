import { sql } from 'kysely';
import type { ItemKind } from '#contract/content/courses.ts';
import type { Tx } from '#server/db/handle.ts';

export type VisibleItem = { kind: ItemKind; id: number; title: string };

export async function listVisibleItems(tx: Tx, courseId: number): Promise<VisibleItem[]> {
  const { rows } = await sql<VisibleItem>`
    SELECT CASE WHEN item.lesson_id IS NULL THEN 'quiz' ELSE 'lesson' END AS kind,
           coalesce(item.lesson_id, item.quiz_id) AS id, coalesce(lessons.title, quiz_versions.title) AS title
    FROM visible_course_items item
    LEFT JOIN lessons ON lessons.id = item.lesson_id
    LEFT JOIN quizzes ON quizzes.id = item.quiz_id
    LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
    WHERE item.course_id = ${courseId}
    ORDER BY item.position`.execute(tx);
  return rows;
}

export async function listFollowerIds(tx: Tx, courseId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('enrollments')
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .select('users.id')
    .where('enrollments.course_id', '=', courseId)
    .where('enrollments.left_at', 'is', null)
    .where('users.status', '=', 'active')
    .execute();
  return rows.map(({ id }) => id);
}

/** Courses that students see and that hold this quiz. */
export async function listPublishedCoursesWith(tx: Tx, quizId: number): Promise<{ id: number; title: string }[]> {
  return tx
    .selectFrom('course_items')
    .innerJoin('courses', 'courses.id', 'course_items.course_id')
    .select(['courses.id', 'courses.title'])
    .where('course_items.quiz_id', '=', quizId)
    .where('courses.is_published', '=', true)
    .where('courses.deleted_at', 'is', null)
    .execute();
}
