import { sql } from 'kysely';
import type { QueuedComment } from '#contract/study/question-comments.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** Comments that wait for a teacher. */

export async function enqueue(tx: Tx, commentId: number, now: Date): Promise<void> {
  await tx
    .insertInto('question_comment_queue')
    .values({ comment_id: commentId, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function dequeue(tx: Tx, commentId: number): Promise<void> {
  await tx.deleteFrom('question_comment_queue').where('comment_id', '=', commentId).execute();
}

/** `authorId` null: below the questions of all authors. */
const ofAuthor = (authorId: string | null) => (authorId === null ? sql`true` : sql`q.author_id = ${authorId}`);

export type QueuedRow = Omit<QueuedComment, 'createdAt' | 'editedAt' | 'since'> & {
  createdAt: Date;
  editedAt: Date | null;
  since: Date;
};

export async function listQueued(
  db: Db,
  authorId: string | null,
  { limit, after }: { limit: number; after: { createdAt: Date; id: number } | null },
): Promise<QueuedRow[]> {
  const behind = after === null ? sql`true` : sql`(w.since, w.comment_id) > (${after.createdAt}, ${after.id})`;
  const found = await sql<QueuedRow>`
    SELECT c.id, c.question_id AS "questionId", coalesce(words.excerpt, '') AS excerpt, subjects.name AS subject,
      u.first_name || ' ' || u.last_name AS "writerName", c.alias, c.body, c.state,
      c.parent_id IS NOT NULL AS "isReply", c.created_at AS "createdAt", c.edited_at AS "editedAt", w.since,
      (SELECT count(*)::int FROM question_comment_reports r
        WHERE r.comment_id = c.id AND r.seen_at IS NULL) AS "reportCount"
    FROM question_comment_queue w
    JOIN question_comments c ON c.id = w.comment_id
    JOIN users u ON u.id = c.user_id
    JOIN questions q ON q.id = c.question_id
    LEFT JOIN question_index words ON words.question_id = q.id
    LEFT JOIN subjects ON subjects.id = q.subject_id
    WHERE ${ofAuthor(authorId)} AND ${behind}
    ORDER BY w.since, w.comment_id LIMIT ${limit}`.execute(db);
  return found.rows;
}

/** A query that can be batched with other reads. */
export const queuedCount = (authorId: string | null) => sql<{ count: number }>`
  SELECT count(*)::int AS count FROM question_comment_queue w
  JOIN question_comments c ON c.id = w.comment_id JOIN questions q ON q.id = c.question_id
  WHERE ${ofAuthor(authorId)}`;

export async function countQueuedRows(db: Db, authorId: string | null): Promise<number> {
  const found = await queuedCount(authorId).execute(db);
  return found.rows[0]?.count ?? 0;
}

type Decision = { id: number; state: 'shown' | 'hidden'; by: string; now: Date };

/** Records what a teacher decided. The reports so far are decided with it. */
export async function saveDecision(tx: Tx, { id, state, by, now }: Decision): Promise<void> {
  await tx
    .updateTable('question_comments')
    .set({ state, decided_by: by, decided_at: now })
    .where('id', '=', id)
    .execute();
  await sql`
    UPDATE question_comment_reports SET seen_at = ${now} WHERE comment_id = ${id} AND seen_at IS NULL`.execute(tx);
}

export async function setSeal(tx: Tx, id: number, isSealed: boolean): Promise<void> {
  await tx.updateTable('question_comments').set({ is_sealed: isSealed }).where('id', '=', id).execute();
}
