import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** A regraded attempt: whether it now completes an item of a course. */
export type Regraded = { id: number; earns: boolean };

export type CompletionChange = {
  userId: string;
  courseId: number;
  courseTitle: string;
  studentName: string;
  becomes: 'completed' | 'reopened';
  /** It has a certificate that stands. */
  hasCertificate: boolean;
};

/**
 * The courses that become finished, or are so no longer, by these results: whether they are stored already or only
 * thought of. A course is no longer finished when a quiz of it that the completion stood on has no pass left.
 */
export async function findCompletionChanges(db: Db | Tx, results: readonly Regraded[]): Promise<CompletionChange[]> {
  if (results.length === 0) return [];
  const { rows } = await sql<CompletionChange>`
    WITH result AS (
      SELECT * FROM unnest(${results.map(({ id }) => id)}::int[], ${results.map(({ earns }) => earns)}::boolean[])
        AS result (id, earns)
    ), touched AS (
      SELECT a.user_id, a.quiz_id, min(a.closed_at) AS since FROM result JOIN counted_attempts a ON a.id = result.id
      WHERE a.user_id IS NOT NULL GROUP BY a.user_id, a.quiz_id
    ), passes AS (
      SELECT DISTINCT a.user_id, a.quiz_id FROM counted_attempts a LEFT JOIN result ON result.id = a.id
      WHERE a.user_id IN (SELECT user_id FROM touched) AND coalesce(result.earns, a.earns)
    ), reopened AS (
      SELECT DISTINCT done.user_id, done.course_id FROM touched
      JOIN course_completions done ON done.user_id = touched.user_id
      JOIN visible_course_items item ON item.course_id = done.course_id AND item.quiz_id = touched.quiz_id
      WHERE NOT EXISTS (SELECT FROM passes p WHERE p.user_id = touched.user_id AND p.quiz_id = touched.quiz_id)
        AND CASE WHEN done.quiz_ids IS NULL THEN done.completed_at >= touched.since
                 ELSE touched.quiz_id = ANY(done.quiz_ids) END
    ), completed AS (
      SELECT DISTINCT e.user_id, e.course_id FROM touched
      JOIN course_items held ON held.quiz_id = touched.quiz_id
      JOIN enrollments e ON e.user_id = touched.user_id AND e.course_id = held.course_id AND e.left_at IS NULL
      WHERE EXISTS (SELECT FROM passes p WHERE p.user_id = touched.user_id AND p.quiz_id = touched.quiz_id)
        AND NOT EXISTS (
          SELECT FROM course_completions done WHERE done.user_id = e.user_id AND done.course_id = e.course_id)
        AND NOT EXISTS (
          SELECT FROM visible_course_items item
          LEFT JOIN lesson_progress read
            ON read.user_id = e.user_id AND read.lesson_id = item.lesson_id AND read.completed_at IS NOT NULL
          LEFT JOIN passes p ON p.user_id = e.user_id AND p.quiz_id = item.quiz_id
          WHERE item.course_id = e.course_id AND read.lesson_id IS NULL AND p.quiz_id IS NULL)
    )
    SELECT change.user_id AS "userId", change.course_id AS "courseId", courses.title AS "courseTitle",
           users.first_name || ' ' || users.last_name AS "studentName", change.becomes,
           EXISTS (SELECT FROM certificates c WHERE c.user_id = change.user_id AND c.course_id = change.course_id
                   AND c.revoked_at IS NULL) AS "hasCertificate"
    FROM (SELECT *, 'completed' AS becomes FROM completed UNION ALL SELECT *, 'reopened' FROM reopened) AS change
    JOIN users ON users.id = change.user_id
    JOIN courses ON courses.id = change.course_id AND courses.deleted_at IS NULL
      AND (courses.is_published OR change.becomes = 'reopened')
    ORDER BY change.becomes DESC, courses.title, "studentName", change.user_id`.execute(db);
  return rows;
}

export async function deleteCompletions(
  tx: Tx,
  completions: readonly { userId: string; courseId: number }[],
): Promise<void> {
  if (completions.length === 0) return;
  await sql`
    DELETE FROM course_completions USING unnest(
      ${completions.map(({ userId }) => userId)}::uuid[], ${completions.map(({ courseId }) => courseId)}::int[]
    ) AS gone (user_id, course_id)
    WHERE course_completions.user_id = gone.user_id AND course_completions.course_id = gone.course_id`.execute(tx);
}
