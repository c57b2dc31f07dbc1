import { sql } from 'kysely';
import type { ItemKind } from '#contract/content/courses.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type SampleItem = {
  kind: ItemKind;
  id: number;
  title: string;
  /** The subject of a lesson; for a quiz the subjects of its questions. */
  subjects: string[];
};

/** What the sample courses are made of: lessons in the order they were written, then published quizzes. */
export async function listSampleItems(db: Db): Promise<SampleItem[]> {
  const { rows } = await sql<SampleItem>`
    SELECT * FROM (
      SELECT 'lesson' AS kind, lessons.id, lessons.title, ARRAY[subjects.name] AS subjects, 1 AS part
      FROM lessons JOIN subjects ON subjects.id = lessons.subject_id
      WHERE lessons.is_sample AND lessons.deleted_at IS NULL
      UNION ALL
      SELECT 'quiz', quizzes.id, quiz_versions.title,
             ARRAY(SELECT DISTINCT subjects.name FROM quiz_version_questions placed
                   JOIN questions ON questions.id = placed.question_id
                   JOIN subjects ON subjects.id = questions.subject_id
                   WHERE placed.quiz_version_id = quiz_versions.id), 2
      FROM quizzes JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
      WHERE quizzes.is_sample
    ) AS items
    ORDER BY part, id LIMIT 200`.execute(db);
  return rows;
}

export async function markSampleCourses(db: Db | Tx, instructorId: string): Promise<void> {
  await db.updateTable('courses').set({ is_sample: true }).where('instructor_id', '=', instructorId).execute();
}

export type SampleCourseRow = { id: number; createdAt: Date; lessonIds: number[]; quizIds: number[] };

/** Published ones, the oldest first. */
export async function listSampleCourses(db: Db): Promise<SampleCourseRow[]> {
  const { rows } = await sql<SampleCourseRow>`
    SELECT courses.id, courses.created_at AS "createdAt",
           coalesce(array_agg(item.lesson_id ORDER BY item.position) FILTER (WHERE item.lesson_id IS NOT NULL), '{}')
             AS "lessonIds",
           coalesce(array_agg(item.quiz_id ORDER BY item.position) FILTER (WHERE item.quiz_id IS NOT NULL), '{}')
             AS "quizIds"
    FROM courses JOIN course_items item ON item.course_id = courses.id
    WHERE courses.is_sample AND courses.is_published
    GROUP BY courses.id ORDER BY courses.created_at, courses.id`.execute(db);
  return rows;
}

/** Deletes the rows: ratings of sample people must not count anywhere. */
export async function deleteRatingsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM course_ratings WHERE user_id = ANY(${userIds}::uuid[])`.execute(tx);
}

/**
 * Removes the sample courses. A course that was changed, followed, rated or finished since stays and now belongs to
 * the school. The sample people are already removed.
 */
export async function deleteSampleCourses(tx: Tx, loadedAt: Date): Promise<{ removed: number[]; kept: number }> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM courses
    WHERE is_sample AND updated_at <= ${loadedAt}
      AND NOT EXISTS (SELECT FROM enrollments WHERE enrollments.course_id = courses.id)
      AND NOT EXISTS (SELECT FROM course_ratings WHERE course_ratings.course_id = courses.id)
      AND NOT EXISTS (SELECT FROM course_completions WHERE course_completions.course_id = courses.id)
      AND NOT EXISTS (SELECT FROM certificates WHERE certificates.course_id = courses.id)
    RETURNING id`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('courses')
    .set({ is_sample: false })
    .where('is_sample', '=', true)
    .executeTakeFirst();
  return { removed: rows.map(({ id }) => id), kept: Number(numUpdatedRows) };
}
