import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';
import { crowdedBands, ownBands } from './near.store.ts';

/** A question, the index of its content in `forms`, and the words of its labels. */
type Entry = { questionId: number; at: number; original: string; plain: string; singular: string };

/** `forms`: the search forms of contents, as JSON. Forms that no entry names are ignored. */
export async function saveIndex(tx: Tx, forms: string, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    WITH form AS (
      SELECT * FROM jsonb_to_recordset(${forms}::jsonb)
        AS form (at int, excerpt text, original text, plain text, singular text, "textKey" text, bands int[])),
    entry AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        AS entry ("questionId" int, at int, original text, plain text, singular text)),
    crowded AS MATERIALIZED (
      ${crowdedBands(sql`SELECT unnest(bands) FROM form`, sql`SELECT "questionId" FROM entry`)})
    INSERT INTO question_index (question_id, excerpt, words, text_key, bands)
    SELECT entry."questionId", form.excerpt,
           search_words(form.original || E'\\n' || entry.original, form.plain || ' ' || entry.plain,
                        form.singular || ' ' || entry.singular),
           form."textKey", ${ownBands(sql`form.bands`)}
    FROM form JOIN entry USING (at)
    ON CONFLICT (question_id) DO UPDATE
    SET excerpt = excluded.excerpt, words = excluded.words, text_key = excluded.text_key, bands = excluded.bands,
        -- The same bands: the same is found.
        compared = question_index.compared AND question_index.bands IS NOT DISTINCT FROM excluded.bands`.execute(tx);
}

/** Adds words to indexed questions. Outdated words stay until the next save. */
export async function addWords(
  tx: Tx,
  questionIds: readonly number[],
  words: { original: string; plain: string; singular: string },
): Promise<void> {
  if (questionIds.length === 0) return;
  await sql`
    UPDATE question_index SET words = words || search_words(${words.original}, ${words.plain}, ${words.singular})
    WHERE question_id = ANY(${questionIds}::int[])`.execute(tx);
}
