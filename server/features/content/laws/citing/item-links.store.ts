import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { type ItemKind, itemSources } from './items.store.ts';
import { linkColumns, linkTarget } from './link-target.store.ts';

export type ItemLinkRow = {
  /** The id of the question, comment, base text or note. */
  id: number;
  quote: string;
  lawId: number | null;
  lawName: string | null;
  article: string | null;
  lexId: string;
  isRefused: boolean;
  tellsKey: boolean;
};

/**
 * The quotes of some texts of a kind, after what their authors decided. A quote that leads to two devices in one text
 * ('art. 6º da mesma lei') stays text: its places are not stored.
 */
export async function listItemLinks(
  db: Db | Tx,
  kind: ItemKind,
  ids: readonly number[],
  limit: number,
): Promise<ItemLinkRow[]> {
  const column = sql.ref(itemSources[kind].column);
  const { rows } = await sql<ItemLinkRow>`
    SELECT item.${column} AS id, citation.quote, citation.in_comment AS "tellsKey", ${linkColumns}
    FROM law_items item
    CROSS JOIN LATERAL (
      SELECT quote, min(number) AS number, bool_and(in_comment) AS in_comment,
             min(norm_key) AS norm_key, min(lex_id) AS lex_id, min(article) AS article
      FROM (
        SELECT DISTINCT ON (quote, occurrence) * FROM law_item_citations WHERE item_id = item.id
        ORDER BY quote, occurrence, number
      ) placed
      GROUP BY quote
      HAVING count(DISTINCT (norm_key, lex_id)) = 1
    ) citation
    LEFT JOIN law_item_choices choice ON choice.item_id = item.id AND choice.quote = citation.quote
    ${linkTarget}
    WHERE item.${column} = ANY(${[...ids]}::int[])
    ORDER BY item.${column}, citation.number
    LIMIT ${limit}`.execute(db);
  return rows;
}

type TakenArticle = { lawId: number; lawName: string; article: string; lexId: string };

/** Articles that authors attached to a question and that the school still has. */
export async function listTakenArticles(db: Db | Tx, questionId: number): Promise<TakenArticle[]> {
  const { rows } = await sql<TakenArticle>`
    SELECT law.id AS "lawId", coalesce(nullif(law.short_name, ''), law.name) AS "lawName",
           device.article, device.lex_id AS "lexId"
    FROM law_items item
    JOIN law_item_articles taken ON taken.item_id = item.id
    JOIN LATERAL (SELECT id, name, short_name FROM laws WHERE laws.norm_key = taken.norm_key ORDER BY id LIMIT 1) law
      ON true
    JOIN law_devices device ON device.law_id = law.id AND device.lex_id = taken.lex_id AND device.article IS NOT NULL
    WHERE item.question_id = ${questionId}
    ORDER BY law.id, device.position`.execute(db);
  return rows;
}

/** The row of a text in the search for citations; its decisions hang on it. */
export async function findItemId(db: Db | Tx, kind: ItemKind, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM law_items WHERE ${sql.ref(itemSources[kind].column)} = ${id}`.execute(db);
  return rows[0]?.id;
}

type Choice = { itemId: number; quote: string; normKey: string | null; lexId: string; by: string; now: Date };

export async function saveItemChoice(tx: Tx, { itemId, quote, normKey, lexId, by, now }: Choice): Promise<void> {
  await sql`
    INSERT INTO law_item_choices (item_id, quote, norm_key, lex_id, decided_by, decided_at)
    VALUES (${itemId}, ${quote}, ${normKey}, ${lexId}, ${by}::uuid, ${now}::timestamptz)
    ON CONFLICT (item_id, quote) DO UPDATE SET
      norm_key = excluded.norm_key, lex_id = excluded.lex_id, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at`.execute(tx);
}

export async function deleteItemChoice(tx: Tx, itemId: number, quote: string): Promise<void> {
  await tx.deleteFrom('law_item_choices').where('item_id', '=', itemId).where('quote', '=', quote).execute();
}

type Taken = { itemId: number; normKey: string; lexId: string };

/** False where it was attached before. */
export async function insertItemArticle(tx: Tx, taken: Taken & { by: string; now: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('law_item_articles')
    .values({
      item_id: taken.itemId,
      norm_key: taken.normKey,
      lex_id: taken.lexId,
      decided_by: taken.by,
      decided_at: taken.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function countItemArticles(tx: Tx, itemId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('law_item_articles')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteItemArticle(tx: Tx, { itemId, normKey, lexId }: Taken): Promise<void> {
  await tx
    .deleteFrom('law_item_articles')
    .where('item_id', '=', itemId)
    .where('norm_key', '=', normKey)
    .where('lex_id', '=', lexId)
    .execute();
}

/** Holds decisions about one text one after the other. */
export async function lockItem(tx: Tx, itemId: number): Promise<void> {
  await tx.selectFrom('law_items').select('id').where('id', '=', itemId).forUpdate().execute();
}
