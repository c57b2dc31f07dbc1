import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';

/** Lists the current versions of the bank's questions with a base text. Locks the questions in order of id. */
export async function listQuestionsOfText(tx: Tx, textId: number): Promise<number[]> {
  const { rows } = await sql<{ versionId: number }>`
    SELECT current_version_id AS "versionId" FROM questions
    WHERE base_text_id = ${textId} AND in_bank ORDER BY id FOR UPDATE`.execute(tx);
  return rows.map(({ versionId }) => versionId);
}

/** Questions that never were in the bank were never published: no student has seen them. */
export async function setTextOfDrafts(tx: Tx, textId: number, versionId: number): Promise<void> {
  await sql`
    UPDATE question_versions SET base_text_version_id = ${versionId}
    FROM questions q, base_text_versions t
    WHERE q.id = question_versions.question_id AND NOT q.in_bank
      AND t.id = question_versions.base_text_version_id AND t.base_text_id = ${textId}`.execute(tx);
}

/** Sets the time but not the revision: an open editor names the base text by id, so its save does not conflict. */
export async function touchQuestions(tx: Tx, questionIds: readonly number[], now: Date): Promise<void> {
  await sql`
    UPDATE questions SET updated_at = ${now}
    WHERE id = ANY(${questionIds}::int[])`.execute(tx);
}
