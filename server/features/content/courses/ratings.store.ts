import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Closes the standing rating, if it differs, and opens the new one. The caller holds the enrolment. */
export async function replaceRating(
  tx: Tx,
  rating: { userId: string; courseId: number; stars: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('course_ratings')
    .set({ replaced_at: rating.now })
    .where('course_id', '=', rating.courseId)
    .where('user_id', '=', rating.userId)
    .where('replaced_at', 'is', null)
    .where('stars', '!=', rating.stars)
    .execute();
  await tx
    .insertInto('course_ratings')
    .values({
      course_id: rating.courseId,
      user_id: rating.userId,
      stars: rating.stars,
      rated_at: rating.now,
    })
    .onConflict((conflict) => conflict.columns(['course_id', 'user_id']).where('replaced_at', 'is', null).doNothing())
    .execute();
}

/** Whether an item of the course is done, or a rating stands already: who takes a tick back may still change it. */
export async function hasStudiedOrRated(tx: Tx, userId: string, courseId: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    SELECT EXISTS (
      SELECT FROM course_ratings
      WHERE course_id = ${courseId} AND user_id = ${userId} AND replaced_at IS NULL
    ) OR EXISTS (
      SELECT FROM visible_course_items item
      JOIN lesson_progress read
        ON read.user_id = ${userId} AND read.lesson_id = item.lesson_id AND read.completed_at IS NOT NULL
      WHERE item.course_id = ${courseId}
    ) OR EXISTS (
      SELECT FROM visible_course_items item
      JOIN passed_quizzes passed ON passed.user_id = ${userId} AND passed.quiz_id = item.quiz_id
      WHERE item.course_id = ${courseId}
    ) AS may`.execute(tx);
  return rows[0]?.may ?? false;
}

export async function summarizeRatings(db: Db | Tx, courseId: number) {
  const { rows } = await sql<{ averageRating: number | null; ratingCount: number }>`
    SELECT avg(stars)::float8 AS "averageRating", count(*) AS "ratingCount"
    FROM course_ratings WHERE course_id = ${courseId} AND replaced_at IS NULL`.execute(db);
  return rows[0] ?? { averageRating: null, ratingCount: 0 };
}

/** How many gave 1, 2, 3, 4 and 5. */
export async function countStars(db: Db, courseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('course_ratings')
    .select((select) => ['stars', select.fn.countAll<number>().as('count')])
    .where('course_id', '=', courseId)
    .where('replaced_at', 'is', null)
    .groupBy('stars')
    .execute();
  return [1, 2, 3, 4, 5].map((stars) => Number(rows.find((row) => row.stars === stars)?.count ?? 0));
}
