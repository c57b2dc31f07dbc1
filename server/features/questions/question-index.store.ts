import { sql } from 'kysely';
import type { Tx } from '../../db/handle.ts';
import type { IndexForms } from './question-index.ts';

export async function saveIndex(tx: Tx, entries: readonly ({ questionId: number } & IndexForms)[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    INSERT INTO question_index (question_id, excerpt, words, text_key)
    SELECT e."questionId", e.excerpt, search_words(e.original, e.plain, e.singular), e."textKey"
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      AS e ("questionId" int, excerpt text, original text, plain text, singular text, "textKey" text)
    ON CONFLICT (question_id) DO UPDATE
    SET excerpt = excluded.excerpt, words = excluded.words, text_key = excluded.text_key`.execute(tx);
}
