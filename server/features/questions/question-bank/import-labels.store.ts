import { type RawBuilder, sql } from 'kysely';
import { QUESTION_TAGS_MAX } from '#contract/limits.ts';
import type { Tx } from '#server/db/handle.ts';

export type ImportLabels = {
  subject: string;
  source: string;
  organ: string;
  post: string;
  year: number | null;
  tag: string;
};

/** SQL that fills the missing labels of a question; null when the column is null. */
function filled(
  column: 'question' | 'unfinished',
  { subject, source, organ, post, year, tag }: ImportLabels,
): RawBuilder<unknown> {
  const own = sql.ref(column);
  const tags = sql`coalesce(${own} -> 'tags', '[]'::jsonb)`;
  return sql`${own}
    || CASE WHEN ${subject}::text <> '' AND ${own} ->> 'subject' = '' THEN jsonb_build_object('subject', ${subject}::text) ELSE '{}' END
    || CASE WHEN ${source}::text <> '' AND ${own} ->> 'source' = '' THEN jsonb_build_object('source', ${source}::text) ELSE '{}' END
    || CASE WHEN ${organ}::text <> '' AND coalesce(${own} ->> 'organ', '') = '' THEN jsonb_build_object('organ', ${organ}::text) ELSE '{}' END
    || CASE WHEN ${post}::text <> '' AND coalesce(${own} ->> 'post', '') = '' THEN jsonb_build_object('post', ${post}::text) ELSE '{}' END
    || CASE WHEN ${year}::int IS NOT NULL AND ${own} -> 'year' = 'null'::jsonb THEN jsonb_build_object('year', ${year}::int) ELSE '{}' END
    || CASE WHEN ${tag}::text <> '' AND NOT ${tags} @> to_jsonb(${tag}::text) AND jsonb_array_length(${tags}) < ${QUESTION_TAGS_MAX}::int
         THEN jsonb_build_object('tags', ${tags} || to_jsonb(${tag}::text)) ELSE '{}' END`;
}

/** Fills the empty labels of all entries. Existing labels stay. */
export async function fillLabels(tx: Tx, importId: number, labels: ImportLabels): Promise<void> {
  await sql`
    UPDATE question_import_entries
    SET question = ${filled('question', labels)}, unfinished = ${filled('unfinished', labels)}
    WHERE import_id = ${importId}`.execute(tx);
}
