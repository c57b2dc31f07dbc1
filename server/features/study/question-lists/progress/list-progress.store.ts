import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';

export type ListAnswer = { listId: number; questionId: number; isCorrect: boolean; now: Date };

/**
 * Records an answer in its list and changes the list's counts by the difference. The list is locked first, so that two
 * answers count one after the other. A question that left the list meanwhile changes nothing.
 */
export async function recordAnswer(tx: Tx, { listId, questionId, isCorrect, now }: ListAnswer): Promise<void> {
  await sql`SELECT FROM question_lists WHERE id = ${listId} FOR UPDATE`.execute(tx);
  await sql`
    WITH before AS (
      SELECT answered_at IS NOT NULL AS was_answered, coalesce(is_correct, false) AS was_correct
      FROM question_list_items WHERE list_id = ${listId} AND question_id = ${questionId}
    ), answer AS (
      UPDATE question_list_items SET answered_at = ${now}, is_correct = ${isCorrect},
        wrongs = wrongs + ${isCorrect ? 0 : 1}::int
      WHERE list_id = ${listId} AND question_id = ${questionId}
    )
    UPDATE question_lists SET used_at = ${now},
      answered = answered + 1 - before.was_answered::int,
      correct = correct + ${isCorrect ? 1 : 0}::int - before.was_correct::int
    FROM before WHERE id = ${listId}`.execute(tx);
}
