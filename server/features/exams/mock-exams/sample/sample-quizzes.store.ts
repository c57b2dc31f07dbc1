import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export async function markSampleQuizzes(db: Db | Tx, authorId: string): Promise<void> {
  await db.updateTable('quizzes').set({ is_sample: true }).where('author_id', '=', authorId).execute();
}

/** Whether a quiz with this key is there, from whatever time. */
export async function hasQuizWithKey(db: Db, creationKey: string): Promise<boolean> {
  const row = await db.selectFrom('quizzes').select('id').where('creation_key', '=', creationKey).executeTakeFirst();
  return row !== undefined;
}

/** Author and time of an unmarked quiz with this key. */
export async function findUnmarkedQuiz(tx: Tx, creationKey: string) {
  return tx
    .selectFrom('quizzes')
    .select(['author_id as authorId', 'created_at as createdAt'])
    .where('creation_key', '=', creationKey)
    .where('is_sample', '=', false)
    .executeTakeFirst();
}

export async function listSampleQuizzes(db: Db) {
  return db
    .selectFrom('quizzes')
    .innerJoin('quiz_versions', 'quiz_versions.id', 'quizzes.published_version_id')
    .select(['quizzes.id', 'quizzes.creation_key as key', 'quizzes.published_at as publishedAt'])
    .where('quizzes.is_sample', '=', true)
    .orderBy('quizzes.id')
    .execute();
}

/** Who of the sample has said that they will come. */
export async function insertSamplePresences(
  db: Db,
  quizId: number,
  userIds: readonly string[],
  at: Date,
): Promise<void> {
  await db
    .insertInto('quiz_presences')
    .values(userIds.map((user_id) => ({ quiz_id: quizId, user_id, confirmed_at: at })))
    .onConflict((conflict) => conflict.columns(['quiz_id', 'user_id']).doNothing())
    .execute();
}

/** Deletes the attempts of sample people completely, so that they count in no statistic. */
export async function deleteAttemptsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM attempts WHERE user_id = ANY(${userIds}::uuid[])`.execute(tx);
}

/**
 * Deletes the quizzes of the sample. A quiz that was changed since, that a course contains, or that a student has
 * taken, stays and belongs to the school. Authors' previews do not count as taken. The people of the sample are
 * already deleted.
 */
export async function deleteSampleQuizzes(tx: Tx, loadedAt: Date): Promise<{ removed: number[]; kept: number }> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM quizzes
    WHERE is_sample AND updated_at <= ${loadedAt}
      AND NOT EXISTS (SELECT FROM course_items WHERE course_items.quiz_id = quizzes.id)
      AND NOT EXISTS (SELECT FROM attempts WHERE attempts.quiz_id = quizzes.id AND NOT is_preview)
      AND NOT EXISTS (SELECT FROM practices WHERE practices.quiz_id = quizzes.id)
    ORDER BY id FOR UPDATE`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`DELETE FROM attempts WHERE quiz_id = ANY(${ids}::int[]) AND is_preview`.execute(tx);
  await sql`DELETE FROM quizzes WHERE id = ANY(${ids}::int[])`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('quizzes')
    .set({ is_sample: false })
    .where('is_sample', '=', true)
    .executeTakeFirst();
  return { removed: ids, kept: Number(numUpdatedRows) };
}
