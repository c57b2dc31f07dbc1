import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** All that the sample's teacher has written while the sample is made. */
export async function markSampleLessons(db: Db | Tx, authorId: string): Promise<void> {
  await db.updateTable('lessons').set({ is_sample: true }).where('author_id', '=', authorId).execute();
}

export type SampleReading = { userId: string; lessonId: number; at: Date };

/** Lessons read to their end, in the time that their words ask for. */
export async function insertSampleReadings(tx: Tx, readings: readonly SampleReading[]): Promise<void> {
  await sql`
    INSERT INTO lesson_progress (user_id, lesson_id, position, active_seconds, reached_end, completed_at, reported_at)
    SELECT read.user_id, read.lesson_id, 1, greatest(60, lessons.word_count * 60 / 200), true, read.at, read.at
    FROM unnest(
      ${readings.map(({ userId }) => userId)}::uuid[], ${readings.map(({ lessonId }) => lessonId)}::int[],
      ${readings.map(({ at }) => at)}::timestamptz[]
    ) AS read (user_id, lesson_id, at)
    JOIN lessons ON lessons.id = read.lesson_id
    ON CONFLICT DO NOTHING`.execute(tx);
}

type Removed = { id: number; subjectId: number | null };

/**
 * Removes the sample lessons. A lesson that was changed or opened since, or that a course still contains, stays and
 * now belongs to the school. The sample people are already removed.
 */
export async function deleteSampleLessons(tx: Tx, loadedAt: Date): Promise<{ removed: Removed[]; kept: number }> {
  const { rows } = await sql<Removed>`
    DELETE FROM lessons
    WHERE is_sample AND updated_at <= ${loadedAt}
      AND NOT EXISTS (SELECT FROM course_items WHERE course_items.lesson_id = lessons.id)
      AND NOT EXISTS (SELECT FROM lesson_progress WHERE lesson_progress.lesson_id = lessons.id)
    RETURNING id, subject_id AS "subjectId"`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('lessons')
    .set({ is_sample: false })
    .where('is_sample', '=', true)
    .executeTakeFirst();
  return { removed: rows, kept: Number(numUpdatedRows) };
}

/** Subjects that hold nothing any more; the others stay, without the mark. */
export async function deleteSampleSubjects(tx: Tx): Promise<{ removed: number; kept: number }> {
  const { numAffectedRows } = await sql`
    DELETE FROM subjects
    WHERE is_sample
      AND NOT EXISTS (SELECT FROM lessons WHERE lessons.subject_id = subjects.id)
      AND NOT EXISTS (SELECT FROM questions WHERE questions.subject_id = subjects.id)
      AND NOT EXISTS (SELECT FROM quiz_version_draws draw WHERE draw.subject_id = subjects.id)
      AND NOT EXISTS (SELECT FROM syllabus_subjects asked WHERE asked.subject_id = subjects.id)`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('subjects')
    .set({ is_sample: false })
    .where('is_sample', '=', true)
    .executeTakeFirst();
  return { removed: Number(numAffectedRows ?? 0n), kept: Number(numUpdatedRows) };
}
