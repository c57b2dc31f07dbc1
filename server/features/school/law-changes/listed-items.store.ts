import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/**
 * The list of an amendment. Texts that nothing was decided about lie in `law_change_pages`, many in a row; a decision
 * writes the row of `law_change_items`, which hides the entry of the page. Ids are those of `law_change_items` in both.
 */
type Texts = { column: 'lesson_id' | 'item_id'; isOfPage: RawBuilder<unknown>; alive: RawBuilder<unknown> };

const lessons: Texts = {
  column: 'lesson_id',
  isOfPage: sql`page.kind = 'lesson'`,
  alive: sql`SELECT id FROM lessons WHERE deleted_at IS NULL`,
};
const items: Texts = {
  column: 'item_id',
  isOfPage: sql`page.kind <> 'lesson'`,
  alive: sql`SELECT id FROM law_items`,
};

const hasNoRow = (column: Texts['column'], textId: RawBuilder<unknown>, changeId: number) => sql`
  NOT EXISTS (SELECT FROM law_change_items known
              WHERE ${sql.ref(`known.${column}`)} = ${textId} AND known.change_id = ${changeId})`;

/** Texts of pages that were not deleted and have no row. */
const undecided = ({ column, isOfPage, alive }: Texts, changeId: number, condition = sql`true`) => sql`
  law_change_pages page
  CROSS JOIN LATERAL unnest(page.ids, page.text_ids, page.lex_ids) AS listed (id, text_id, lex_ids)
  JOIN (${alive}) AS text ON text.id = listed.text_id
  WHERE page.change_id = ${changeId} AND ${isOfPage} AND ${condition}
    AND ${hasNoRow(column, sql`listed.text_id`, changeId)}`;

/** Students' cards and notes are counted and never listed. */
const isListed = (row: 'page' | 'changed') => sql`${sql.ref(`${row}.kind`)} NOT IN ('card', 'note')`;

export async function countItems(db: Db | Tx, changeId: number) {
  // One search of an index for each page: right after an amendment the planner knows nothing about its pages.
  const open = ({ column, isOfPage, alive }: Texts) => sql`
    SELECT page.kind, sum(left_open.count) AS count, sum(left_open.count) AS open
    FROM law_change_pages page
    CROSS JOIN LATERAL (
      SELECT count(*) FROM (${alive}) AS text
      WHERE text.id = ANY(page.text_ids) AND ${hasNoRow(column, sql`text.id`, changeId)}
    ) left_open
    WHERE page.change_id = ${changeId} AND ${isOfPage} AND ${isListed('page')}
    GROUP BY page.kind HAVING sum(left_open.count) > 0`;
  const { rows } = await sql<{ kind: string; count: number; open: number }>`
    SELECT kind, sum(count)::integer AS count, sum(open)::integer AS open FROM (
      SELECT changed.kind, count(*) AS count, count(*) FILTER (WHERE changed.decision = 'open') AS open
      FROM law_change_items changed LEFT JOIN lessons ON lessons.id = changed.lesson_id
      WHERE changed.change_id = ${changeId} AND ${isListed('changed')} AND lessons.deleted_at IS NULL
      GROUP BY changed.kind
      UNION ALL ${open(lessons)} UNION ALL ${open(items)}
    ) counted
    GROUP BY kind ORDER BY kind`.execute(db);
  return rows;
}

type ItemRow = {
  id: number;
  kind: string;
  targetId: number;
  cardId: number | null;
  excerpt: string;
  lexIds: string[];
  decision: string;
};

type Paging = { kind: string | undefined; isOpen: boolean; after: { id: number } | null; limit: number };

/**
 * The first words of a text, without the tags of HTML. The text is cut first, and a tag ends before the next '<': a
 * text of many '<' would otherwise be read from each of them to its end.
 */
const excerpt = (text: string) => sql.raw(`left(regexp_replace(left(${text}, 2000), '<[^<>]*>', ' ', 'g'), 200)`);

export async function listItems(db: Db, changeId: number, { kind, isOpen, after, limit }: Paging): Promise<ItemRow[]> {
  const from = after?.id ?? 0;
  const isOfKind = (row: 'page' | 'changed') =>
    kind === undefined ? isListed(row) : sql`${isListed(row)} AND ${sql.ref(`${row}.kind`)} = ${kind}::text`;
  // Pages are read in the order of their ids, until enough texts are found.
  const open = (texts: Texts) => sql`
    SELECT listed.id, page.kind,
           ${texts.column === 'lesson_id' ? sql`listed.text_id` : sql`NULL::integer`} AS lesson_id,
           ${texts.column === 'item_id' ? sql`listed.text_id` : sql`NULL::integer`} AS item_id,
           string_to_array(listed.lex_ids, ' ') AS lex_ids, 'open' AS decision
    FROM ${undecided(texts, changeId, sql`${isOfKind('page')} AND page.last_id > ${from}::integer AND listed.id > ${from}::integer`)}
    ORDER BY page.first_id, listed.id LIMIT ${limit}`;
  const { rows } = await sql<ItemRow>`
    SELECT page.id, page.kind, page.lex_ids AS "lexIds", page.decision,
           coalesce(page.lesson_id, item.question_id, comment.question_id, item.base_text_id, set_card.set_id)
             AS "targetId",
           set_card.id AS "cardId",
           coalesce(lessons.title, ${excerpt('version.statement')}, ${excerpt('comment.body')}, base_texts.excerpt,
                    ${excerpt('set_card.front')}, '') AS excerpt
    FROM (
      (SELECT changed.id, changed.kind, changed.lesson_id, changed.item_id, changed.lex_ids, changed.decision
       FROM law_change_items changed LEFT JOIN lessons ON lessons.id = changed.lesson_id
       WHERE changed.change_id = ${changeId} AND ${isOfKind('changed')} AND lessons.deleted_at IS NULL
         AND changed.id > ${from}::integer AND (NOT ${isOpen} OR changed.decision = 'open')
       ORDER BY changed.id LIMIT ${limit})
      UNION ALL (${open(lessons)})
      UNION ALL (${open(items)})
      ORDER BY id LIMIT ${limit}
    ) page
    LEFT JOIN lessons ON lessons.id = page.lesson_id
    LEFT JOIN law_items item ON item.id = page.item_id
    LEFT JOIN questions ON questions.id = item.question_id
    LEFT JOIN question_versions version ON version.id = questions.current_version_id
    LEFT JOIN question_comments comment ON comment.id = item.comment_id
    LEFT JOIN base_texts ON base_texts.id = item.base_text_id
    LEFT JOIN card_set_cards set_card ON set_card.id = item.set_card_id
    ORDER BY page.id`.execute(db);
  return rows;
}

/** Writes the rows of undecided items. A text that is being deleted meanwhile gets none. Idempotent. */
export async function writeRows(tx: Tx, changeId: number, ids: readonly number[]): Promise<void> {
  const chosen = sql`${isListed('page')} AND page.first_id <= ${Math.max(...ids)}::integer
                     AND page.last_id >= ${Math.min(...ids)}::integer AND listed.id = ANY(${[...ids]}::integer[])`;
  for (const texts of [lessons, items]) {
    await sql`
      INSERT INTO law_change_items (id, change_id, kind, ${sql.ref(texts.column)}, lex_ids) OVERRIDING SYSTEM VALUE
      SELECT listed.id, page.change_id, page.kind, text.id, string_to_array(listed.lex_ids, ' ')
      FROM ${undecided(texts, changeId, chosen)}
      FOR KEY SHARE OF text
      ON CONFLICT DO NOTHING`.execute(tx);
  }
}

/** Students whose cards or notes cite a changed device, and those who made a card of its old text or marked it. */
const markers = (changeId: number) => {
  // The version before wrote a row for each text.
  const citing = sql`
    SELECT changed.item_id AS id FROM law_change_items changed
    WHERE changed.change_id = ${changeId} AND changed.kind IN ('card', 'note')
    UNION
    SELECT unnest(page.text_ids) FROM law_change_pages page
    WHERE page.change_id = ${changeId} AND page.kind IN ('card', 'note')`;
  return sql`
    SELECT cards.user_id AS "userId"
    FROM (${citing}) citing
    JOIN law_items item ON item.id = citing.id
    JOIN cards ON cards.id = item.card_id
    UNION
    SELECT annotations.user_id
    FROM (${citing}) citing
    JOIN law_items item ON item.id = citing.id
    JOIN annotations ON annotations.id = item.annotation_id
    UNION
    SELECT cards.user_id
    FROM law_change_devices changed
    JOIN law_changes change ON change.id = changed.change_id
    JOIN law_devices device ON device.law_id = change.law_id AND device.lex_id = changed.lex_id
    JOIN cards ON cards.law_device_id = device.id AND cards.created_at <= change.created_at
    WHERE changed.change_id = ${changeId} AND changed.change <> 'added'
    UNION
    SELECT annotations.user_id
    FROM law_change_devices changed
    JOIN law_changes change ON change.id = changed.change_id
    JOIN annotations ON annotations.law_id = change.law_id AND annotations.law_article = changed.article
      AND annotations.law_device = changed.lex_id AND annotations.created_at <= change.created_at
    WHERE changed.change_id = ${changeId} AND changed.change <> 'added'`;
};

export async function listMarkers(db: Db | Tx, changeId: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    SELECT marker."userId" FROM (${markers(changeId)}) marker`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Counted up to `limit`. */
export async function countMarkers(db: Db | Tx, changeId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (${markers(changeId)} LIMIT ${limit}) marker`.execute(db);
  return rows[0]?.count ?? 0;
}
