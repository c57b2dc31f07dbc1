import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Sets the topics of the questions of an author with these statements. The database finds or creates the topics. */
export async function labelSampleQuestions(
  tx: Tx,
  authorId: string,
  labels: readonly { questionText: string; topic: string }[],
): Promise<{ id: number; topic: string }[]> {
  const { rows } = await sql<{ id: number; topic: string }>`
    UPDATE questions SET topic = given.topic
    FROM unnest(${labels.map(({ questionText }) => questionText)}::text[], ${labels.map(({ topic }) => topic)}::text[])
      AS given (statement, topic)
    JOIN question_versions v ON v.statement = given.statement
    WHERE v.question_id = questions.id AND questions.author_id = ${authorId}
    RETURNING questions.id, questions.topic`.execute(tx);
  return rows;
}

export async function markSampleQuestions(db: Db | Tx, authorId: string): Promise<void> {
  await db.updateTable('questions').set({ is_sample: true }).where('author_id', '=', authorId).execute();
}

/**
 * Deletes the questions of the sample school. A question that was changed since, or is in a quiz, attempt, practice or
 * list, stays and becomes the school's own. Runs after the sample's people and quizzes are deleted.
 */
export async function deleteSampleQuestions(tx: Tx, loadedAt: Date): Promise<{ removed: number; kept: number }> {
  const { numAffectedRows } = await sql`
    DELETE FROM questions
    WHERE is_sample AND coalesce(updated_at, created_at) <= ${loadedAt}
      AND NOT EXISTS (SELECT FROM quiz_version_questions used WHERE used.question_id = questions.id)
      AND NOT EXISTS (SELECT FROM attempt_questions met WHERE met.question_id = questions.id)
      AND NOT EXISTS (SELECT FROM practice_questions met WHERE met.question_id = questions.id)
      AND NOT EXISTS (SELECT FROM question_list_items listed WHERE listed.question_id = questions.id)`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('questions')
    .set({ is_sample: false })
    .where('is_sample', '=', true)
    .executeTakeFirst();
  return { removed: Number(numAffectedRows ?? 0n), kept: Number(numUpdatedRows) };
}
