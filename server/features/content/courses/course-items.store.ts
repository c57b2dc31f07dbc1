import { sql } from 'kysely';
import type { ItemKind, ItemRef } from '#contract/content/courses.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { ownLimit } from '#server/db/own-limit.ts';

export type CourseItemRow = {
  kind: ItemKind;
  id: number;
  title: string;
  module: string;
  subjectName: string | null;
  wordCount: number | null;
  timeLimit: number | null;
  questionCount: number | null;
  passingScore: number | null;
  done: boolean;
};

/** The visible content in order, with the ticks and the extra time of one user. */
export async function listCourseItems(
  db: Db | Tx,
  userId: string,
  courseId: number,
  today: string,
): Promise<CourseItemRow[]> {
  const { rows } = await sql<CourseItemRow>`
    SELECT CASE WHEN item.lesson_id IS NULL THEN 'quiz' ELSE 'lesson' END AS kind,
           coalesce(item.lesson_id, item.quiz_id) AS id, coalesce(lessons.title, quiz_versions.title) AS title,
           item.module,
           subjects.name AS "subjectName", lessons.word_count AS "wordCount",
           ${ownLimit(userId, today)} AS "timeLimit", quiz_versions.question_count AS "questionCount",
           quiz_versions.passing_score AS "passingScore",
           read.lesson_id IS NOT NULL OR passed.quiz_id IS NOT NULL AS done
    FROM visible_course_items item
    LEFT JOIN lessons ON lessons.id = item.lesson_id
    LEFT JOIN subjects ON subjects.id = lessons.subject_id
    LEFT JOIN quizzes ON quizzes.id = item.quiz_id
    LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
    LEFT JOIN lesson_progress read
      ON read.user_id = ${userId} AND read.lesson_id = item.lesson_id AND read.completed_at IS NOT NULL
    LEFT JOIN passed_quizzes passed ON passed.user_id = ${userId} AND passed.quiz_id = item.quiz_id
    WHERE item.course_id = ${courseId}
    ORDER BY item.position`.execute(db);
  return rows;
}

const idsOf = (items: readonly ItemRef[], kind: ItemKind) =>
  items.filter((item) => item.kind === kind).map((item) => item.id);

/** How many of the items exist and can be shown to students. */
export async function countAvailableItems(tx: Tx, items: readonly ItemRef[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM lessons WHERE id = ANY(${idsOf(items, 'lesson')}::int[]) AND deleted_at IS NULL)
         + (SELECT count(*) FROM quizzes
            WHERE id = ANY(${idsOf(items, 'quiz')}::int[]) AND published_version_id IS NOT NULL) AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Rewrites the list. Items that the author did not see (a deleted lesson, an unpublished quiz) move to the end, so
 * that they are in the course again when they come back.
 */
export async function replaceItems(tx: Tx, courseId: number, items: readonly ItemRef[]): Promise<void> {
  const { rows: hidden } = await sql<{ lesson_id: number | null; quiz_id: number | null; module: string }>`
    SELECT lesson_id, quiz_id, module FROM course_items WHERE course_id = ${courseId}
    EXCEPT SELECT lesson_id, quiz_id, module FROM visible_course_items WHERE course_id = ${courseId}`.execute(tx);
  const before = await tx
    .selectFrom('course_items')
    .select(['lesson_id', 'quiz_id', 'module'])
    .where('course_id', '=', courseId)
    .execute();
  const moduleOf = new Map(before.map((row) => [`${row.lesson_id}/${row.quiz_id}`, row.module]));
  await tx.deleteFrom('course_items').where('course_id', '=', courseId).execute();
  const rows = [
    ...items.map(({ kind, id, module }) => {
      const item = { lesson_id: kind === 'lesson' ? id : null, quiz_id: kind === 'quiz' ? id : null };
      // A client without modules leaves them unchanged.
      return { ...item, module: module?.trim() ?? moduleOf.get(`${item.lesson_id}/${item.quiz_id}`) ?? '' };
    }),
    ...hidden,
  ].map((item, index) => ({ course_id: courseId, position: index + 1, ...item }));
  if (rows.length > 0) await tx.insertInto('course_items').values(rows).execute();
}
