import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import type { LessonCitation } from './lesson-citations.ts';

/**
 * A kind of text beside lessons that can cite a law. `rows` yields `id`, `version` (another number for another text)
 * and `written_at`; `text` yields `format`, `text` and `key_text` of the row `item`. The last one tells the key of a
 * question: its comment and those of its options.
 */
type ItemSource = { column: string; rows: RawBuilder<unknown>; text: RawBuilder<unknown> };

const plain = (text: string) => sql`SELECT 'plain' AS format, ${sql.raw(text)} AS text, '' AS key_text`;

// Blocks of HTML end a line; a line feed does the same in plain text. No citation crosses it.
const lineEnd = sql`CASE version.format WHEN 'html' THEN '<p></p>' ELSE E'\\n' END`;
const ofOptions = (column: string) => sql`
  (SELECT string_agg(${sql.ref(column)}, ${lineEnd} ORDER BY position)
   FROM options WHERE options.question_version_id = version.id)`;

export const itemSources = {
  question: {
    column: 'question_id',
    rows: sql`SELECT questions.id, current_version_id AS version, version.created_at AS written_at
              FROM questions JOIN question_versions version ON version.id = current_version_id`,
    text: sql`SELECT version.format, concat_ws(${lineEnd}, version.statement, ${ofOptions('option_text')}) AS text,
                     concat_ws(${lineEnd}, version.comment, ${ofOptions('options.comment')}) AS key_text
              FROM question_versions version WHERE version.id = item.version`,
  },
  comment: {
    column: 'comment_id',
    rows: sql`SELECT id, (extract(epoch FROM coalesce(edited_at, created_at)) * 1000)::bigint AS version,
                     coalesce(edited_at, created_at) AS written_at
              FROM question_comments WHERE state <> 'deleted'`,
    text: plain('(SELECT body FROM question_comments WHERE question_comments.id = item.id)'),
  },
  base_text: {
    column: 'base_text_id',
    rows: sql`SELECT base_texts.id, current_version_id AS version, version.created_at AS written_at
              FROM base_texts JOIN base_text_versions version ON version.id = current_version_id`,
    text: sql`SELECT format, body AS text, '' AS key_text FROM base_text_versions
              WHERE base_text_versions.id = item.version`,
  },
  card: {
    column: 'card_id',
    rows: sql`SELECT id, revision::bigint AS version, updated_at AS written_at FROM cards`,
    text: plain("(SELECT concat_ws(E'\\n', front, back, hint) FROM cards WHERE cards.id = item.id)"),
  },
  set_card: {
    column: 'set_card_id',
    rows: sql`SELECT card_set_cards.id, card_sets.revision::bigint AS version, card_sets.updated_at AS written_at
              FROM card_set_cards JOIN card_sets ON card_sets.id = card_set_cards.set_id`,
    text: plain("(SELECT concat_ws(E'\\n', front, back, hint) FROM card_set_cards WHERE card_set_cards.id = item.id)"),
  },
  note: {
    column: 'annotation_id',
    rows: sql`SELECT id, version::bigint AS version, updated_at AS written_at FROM annotations`,
    text: plain("(SELECT concat_ws(E'\\n', quote, note) FROM annotations WHERE annotations.id = item.id)"),
  },
} satisfies Record<string, ItemSource>;
export type ItemKind = keyof typeof itemSources;
export const itemKinds = Object.keys(itemSources) as ItemKind[];

type Unread = { kind: ItemKind; pausing: Pausing; namesKey: string; limit: number };

/** Items of a kind that were never searched, or with another text or other names. */
export async function listUnreadItems(db: Db, { kind, pausing, namesKey, limit }: Unread): Promise<number[]> {
  const { column, rows: source } = itemSources[kind];
  const { rows } = await sql<{ id: number }>`
    SELECT item.id FROM (${source}) item
    LEFT JOIN law_items read ON read.${sql.ref(column)} = item.id
    WHERE (read.version, read.names_key) IS DISTINCT FROM (item.version::bigint, ${namesKey})
      AND ${isUnpaused(pausing, sql`item.id`)}
    ORDER BY item.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

type Among = { kind: ItemKind; pausing: Pausing; ids: readonly number[]; limit: number };

/** Those of these items that were never searched, or with another text. Whose names are old has links to show. */
export async function listNewItems(db: Db, { kind, pausing, ids, limit }: Among): Promise<number[]> {
  const { column, rows: source } = itemSources[kind];
  const { rows } = await sql<{ id: number }>`
    SELECT item.id FROM (${source}) item
    LEFT JOIN law_items read ON read.${sql.ref(column)} = item.id
    WHERE read.version IS DISTINCT FROM item.version::bigint AND item.id = ANY(${[...ids]}::int[])
      AND ${isUnpaused(pausing, sql`item.id`)}
    ORDER BY item.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Items of a kind of before `writtenBefore` that the search has yet to read, counted up to `limit`. */
export async function countUnreadItems(
  db: Db,
  { kind, namesKey, writtenBefore, limit }: { kind: ItemKind; namesKey: string; writtenBefore: Date; limit: number },
): Promise<number> {
  const { column, rows: source } = itemSources[kind];
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM (${source}) item LEFT JOIN law_items read ON read.${sql.ref(column)} = item.id
      WHERE item.written_at <= ${writtenBefore}::timestamptz
        AND (read.version, read.names_key) IS DISTINCT FROM (item.version::bigint, ${namesKey})
      LIMIT ${limit}
    ) unread`.execute(db);
  return rows[0]?.count ?? 0;
}

type ItemText = { version: string; writtenAt: Date; format: 'plain' | 'html'; text: string; keyText: string };

export async function findItemText(db: Db | Tx, kind: ItemKind, id: number): Promise<ItemText | undefined> {
  const { rows: source, text } = itemSources[kind];
  const { rows } = await sql<ItemText>`
    SELECT item.version::text AS version, item.written_at AS "writtenAt", content.format,
           coalesce(content.text, '') AS text, coalesce(content.key_text, '') AS "keyText"
    FROM (${source}) item, LATERAL (${text}) content
    WHERE item.id = ${id}`.execute(db);
  return rows[0];
}

/** Stores what was found in one version of a text. A newer version that was stored meanwhile wins. */
export async function replaceItemCitations(
  tx: Tx,
  { kind, id, version, writtenAt }: { kind: ItemKind; id: number; version: string; writtenAt: Date },
  namesKey: string,
  citations: readonly LessonCitation[],
): Promise<void> {
  const column = sql.ref(itemSources[kind].column);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO law_items (kind, ${column}, version, names_key, written_at)
    VALUES (${kind}, ${id}, ${version}::bigint, ${namesKey}, ${writtenAt}::timestamptz)
    ON CONFLICT (${column}) DO UPDATE SET
      version = excluded.version, names_key = excluded.names_key, written_at = excluded.written_at
    WHERE law_items.version <= excluded.version
    RETURNING id`.execute(tx);
  const itemId = rows[0]?.id;
  if (itemId === undefined) return;
  await tx.deleteFrom('law_item_citations').where('item_id', '=', itemId).execute();
  if (citations.length === 0) return;
  await tx
    .insertInto('law_item_citations')
    .values(
      citations.map(({ quote, occurrence, normKey, lexId, article, tellsKey }, number) => ({
        item_id: itemId,
        number,
        quote,
        occurrence,
        norm_key: normKey,
        lex_id: lexId,
        article,
        in_comment: tellsKey,
      })),
    )
    .execute();
}
