import { sql } from 'kysely';
import type { ItemKind } from '#contract/content/courses.ts';
import type { Db } from '#server/db/handle.ts';

export async function countFollowers(db: Db, courseId: number, since: Date) {
  const { rows } = await sql<{ students: number; newStudents: number; completions: number }>`
    SELECT count(*) AS students, count(*) FILTER (WHERE enrolled_at > ${since}) AS "newStudents",
           (SELECT count(*) FROM course_completions WHERE course_id = ${courseId}) AS completions
    FROM enrollments WHERE course_id = ${courseId} AND left_at IS NULL`.execute(db);
  return rows[0] ?? { students: 0, newStudents: 0, completions: 0 };
}

/** Each item with the number of enrolled students who have done it. */
export async function countItemTicks(db: Db, courseId: number) {
  const { rows } = await sql<{ kind: ItemKind; id: number; title: string; done: number }>`
    WITH followers AS (
      SELECT user_id FROM enrollments WHERE course_id = ${courseId} AND left_at IS NULL
    ), read AS (
      SELECT lesson_id, count(*) AS done FROM followers
      JOIN lesson_progress USING (user_id) WHERE completed_at IS NOT NULL GROUP BY lesson_id
    ), passed AS (
      SELECT quiz_id, count(*) AS done FROM followers JOIN passed_quizzes USING (user_id) GROUP BY quiz_id
    )
    SELECT CASE WHEN item.lesson_id IS NULL THEN 'quiz' ELSE 'lesson' END AS kind,
           coalesce(item.lesson_id, item.quiz_id) AS id, coalesce(lessons.title, quiz_versions.title) AS title,
           coalesce(read.done, passed.done, 0) AS done
    FROM visible_course_items item
    LEFT JOIN lessons ON lessons.id = item.lesson_id
    LEFT JOIN quizzes ON quizzes.id = item.quiz_id
    LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
    LEFT JOIN read ON read.lesson_id = item.lesson_id
    LEFT JOIN passed ON passed.quiz_id = item.quiz_id
    WHERE item.course_id = ${courseId}
    ORDER BY item.position`.execute(db);
  return rows;
}
