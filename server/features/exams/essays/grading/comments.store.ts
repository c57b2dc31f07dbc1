import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { likePattern, searchKey } from '#server/db/keys.ts';

export type CommentRow = { id: number; text: string; useCount: number; isSaved: boolean };

const columns = sql`id, body AS text, use_count AS "useCount", is_saved AS "isSaved"`;

/** Comments of the bank, and others from `offeredFrom` uses on; most used first. */
export async function listCommentRows(
  db: Db,
  { search, offeredFrom, limit }: { search: string | undefined; offeredFrom: number; limit: number },
): Promise<CommentRow[]> {
  const found = await sql<CommentRow>`
    SELECT ${columns} FROM essay_comments
    WHERE (is_saved OR use_count >= ${offeredFrom})
      AND ${search?.trim() ? sql`body_key LIKE ${likePattern(search)}` : sql`true`}
    ORDER BY use_count DESC, id LIMIT ${limit}`.execute(db);
  return found.rows;
}

export async function saveCommentRow(tx: Tx, text: string, now: Date): Promise<CommentRow | undefined> {
  const found = await sql<CommentRow>`
    INSERT INTO essay_comments (body, body_key, is_saved, used_at) VALUES (${text}, ${searchKey(text)}, true, ${now})
    ON CONFLICT (md5(body)) DO UPDATE SET is_saved = true RETURNING ${columns}`.execute(tx);
  return found.rows[0];
}

/** Counts one use of each text. Sorted, so that two returns at once lock the rows in one order. */
export async function countUses(tx: Tx, texts: readonly string[], now: Date): Promise<void> {
  for (const text of texts.toSorted()) {
    await sql`
      INSERT INTO essay_comments (body, body_key, use_count, used_at) VALUES (${text}, ${searchKey(text)}, 1, ${now})
      ON CONFLICT (md5(body)) DO UPDATE SET use_count = essay_comments.use_count + 1, used_at = ${now}`.execute(tx);
  }
}

/** The count begins again, so that a comment that was just removed is not offered at once. */
export async function unsaveComment(tx: Tx, id: number): Promise<boolean> {
  const found = await sql`
    UPDATE essay_comments SET is_saved = false, use_count = 0 WHERE id = ${id} RETURNING id`.execute(tx);
  return found.rows.length === 1;
}

export async function deleteUnsavedComments(db: Db, before: Date, limit: number): Promise<number> {
  const found = await sql`
    DELETE FROM essay_comments WHERE id IN (
      SELECT id FROM essay_comments WHERE NOT is_saved AND used_at < ${before} ORDER BY id LIMIT ${limit}
    ) RETURNING id`.execute(db);
  return found.rows.length;
}
