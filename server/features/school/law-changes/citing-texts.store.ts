import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Texts in one statement. A statement about all texts of a school meets the statement timeout. */
const PAGE = 20_000;
/** Texts in one row of `law_change_pages`. */
const STORED_PAGE = 500;

type Cited = { normKey: string; lexIds: readonly string[] };
type Range = { after: number; upTo: number };

const isIn = (id: string, { after, upTo }: Range) =>
  sql`${sql.ref(id)} > ${after}::integer AND ${sql.ref(id)} <= ${upTo}::integer`;

/** Rows of `row` that cite one of the devices, in a range of ids. */
const cites = (row: string, id: string, { normKey, lexIds }: Cited, range: Range) => sql`
  ${isIn(`${row}.${id}`, range)} AND ${sql.ref(`${row}.norm_key`)} = ${normKey} AND ${sql.ref(`${row}.lex_id`)} = ANY(${[...lexIds]}::text[])`;

type Texts = {
  /** The table of the texts, and what a row of `law_change_items` calls their ids. */
  table: 'lessons' | 'law_items';
  column: 'lesson_id' | 'item_id';
  kind: RawBuilder<unknown>;
  /** When the row `text` was written; null where it is deleted. */
  writtenAt: RawBuilder<unknown>;
  /** Ids of texts and the devices that they cite, after what authors decided about quotes. */
  citing: (cited: Cited, range: Range) => RawBuilder<unknown>;
};

const lessons: Texts = {
  table: 'lessons',
  column: 'lesson_id',
  kind: sql`'lesson'`,
  writtenAt: sql`CASE WHEN text.deleted_at IS NULL THEN coalesce(text.updated_at, text.created_at) END`,
  citing: (cited, range) => sql`
    SELECT citation.lesson_id AS id, citation.lex_id FROM law_citations citation
    WHERE ${cites('citation', 'lesson_id', cited, range)}
      AND NOT EXISTS (SELECT FROM law_citation_choices choice
                      WHERE choice.lesson_id = citation.lesson_id AND choice.quote = citation.quote)
    UNION ALL
    SELECT choice.lesson_id, choice.lex_id FROM law_citation_choices choice
    WHERE ${cites('choice', 'lesson_id', cited, range)}`,
};

const items: Texts = {
  table: 'law_items',
  column: 'item_id',
  kind: sql`text.kind`,
  writtenAt: sql`text.written_at`,
  citing: (cited, range) => sql`
    SELECT citation.item_id AS id, citation.lex_id FROM law_item_citations citation
    WHERE ${cites('citation', 'item_id', cited, range)}
      AND NOT EXISTS (SELECT FROM law_item_choices choice
                      WHERE choice.item_id = citation.item_id AND choice.quote = citation.quote)
    UNION ALL
    SELECT choice.item_id, choice.lex_id FROM law_item_choices choice
    WHERE ${cites('choice', 'item_id', cited, range)}
      AND EXISTS (SELECT FROM law_item_citations citation
                  WHERE citation.item_id = choice.item_id AND citation.quote = choice.quote)
    UNION ALL
    SELECT taken.item_id, taken.lex_id FROM law_item_articles taken
    WHERE ${cites('taken', 'item_id', cited, range)}`,
};

/** Runs one statement for each page of the texts, by their ids, and adds up what they say. */
async function sumOfPages(db: Db | Tx, page: number, run: (texts: Texts, range: Range) => Promise<number>) {
  let sum = 0;
  for (const texts of [lessons, items]) {
    for (let after = 0; ; ) {
      const { rows } = await sql<{ upTo: number | null }>`
        SELECT max(id) AS "upTo" FROM (
          SELECT id FROM ${sql.table(texts.table)} WHERE id > ${after} ORDER BY id LIMIT ${page}) page`.execute(db);
      const upTo = rows[0]?.upTo ?? null;
      if (upTo === null) break;
      sum += await run(texts, { after, upTo });
      after = upTo;
    }
  }
  return sum;
}

export const countCiting = (db: Db, cited: Cited, page = PAGE): Promise<number> =>
  sumOfPages(db, page, async ({ table, writtenAt, citing }, range) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(DISTINCT found.id) AS count
      FROM (${citing(cited, range)}) found JOIN ${sql.table(table)} AS text ON text.id = found.id
      WHERE ${writtenAt} IS NOT NULL`.execute(db);
    return rows[0]?.count ?? 0;
  });

/**
 * Lists everything that cites a changed device and was written before the amendment was taken in. Idempotent: texts
 * that the background search reads later are added by the next run.
 */
export const listCiting = (
  tx: Db | Tx,
  change: { id: number; normKey: string; createdAt: Date },
  lexIds: readonly string[],
  page = PAGE,
): Promise<number> =>
  sumOfPages(tx, page, async ({ table, column, kind, writtenAt, citing }, range) => {
    const isLesson = table === 'lessons';
    const { rows } = await sql<{ count: number }>`
      WITH listed AS (
        SELECT ${kind} AS kind, text.id, string_agg(DISTINCT found.lex_id, ' ' ORDER BY found.lex_id) AS lex_ids
        FROM (${citing({ normKey: change.normKey, lexIds }, range)}) found
        JOIN ${sql.table(table)} AS text ON text.id = found.id
        WHERE ${writtenAt} <= ${change.createdAt}::timestamptz
          AND NOT EXISTS (SELECT FROM law_change_items known
                          WHERE known.change_id = ${change.id} AND ${sql.ref(`known.${column}`)} = found.id
                            AND ${isIn(`known.${column}`, range)})
          AND found.id NOT IN (SELECT unnest(known.text_ids) FROM law_change_pages known
                               WHERE known.change_id = ${change.id} AND (known.kind = 'lesson') = ${isLesson}
                                 AND known.text_ids[1] <= ${range.upTo}::integer
                                 AND known.text_ids[cardinality(known.text_ids)] > ${range.after}::integer)
        GROUP BY text.id
      ), in_order AS (
        SELECT listed.*, (row_number() OVER (PARTITION BY kind ORDER BY id) - 1) / ${STORED_PAGE}::integer AS page
        FROM listed ORDER BY kind, id
      ), numbered AS (
        SELECT in_order.*, nextval((SELECT pg_get_serial_sequence('law_change_items', 'id')::regclass))::integer AS number
        FROM in_order
      ), stored AS (
        INSERT INTO law_change_pages (change_id, kind, first_id, last_id, ids, text_ids, lex_ids)
        SELECT ${change.id}::integer, kind, min(number), max(number), array_agg(number ORDER BY number),
               array_agg(id ORDER BY number), array_agg(lex_ids ORDER BY number)
        FROM numbered GROUP BY kind, page
        RETURNING cardinality(ids) AS count
      )
      SELECT coalesce(sum(count), 0)::integer AS count FROM stored`.execute(tx);
    return rows[0]?.count ?? 0;
  });
