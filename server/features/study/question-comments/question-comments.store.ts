import { sql } from 'kysely';
import type { CommentSort, CommentState } from '#contract/study/question-comments.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type CommentRow = {
  id: number;
  questionId: number;
  /** Null: the account was erased. */
  userId: string | null;
  parentId: number | null;
  body: string;
  alias: string;
  teacherName: string | null;
  isTeacher: boolean;
  isSealed: boolean;
  votes: number;
  state: CommentState;
  createdAt: Date;
  editedAt: Date | null;
  helped: boolean;
  /** The author of the question. */
  authorId: string | null;
};

const rows = (userId: string) => sql`
  SELECT c.id, c.question_id AS "questionId", c.user_id AS "userId", c.parent_id AS "parentId", c.body, c.alias,
    CASE WHEN c.is_teacher THEN (SELECT first_name || ' ' || last_name FROM users WHERE id = c.user_id) END
      AS "teacherName",
    c.is_teacher AS "isTeacher", c.is_sealed AS "isSealed", c.votes, c.state, c.created_at AS "createdAt",
    c.edited_at AS "editedAt",
    EXISTS (SELECT FROM question_comment_votes v WHERE v.comment_id = c.id AND v.user_id = ${userId}) AS helped,
    (SELECT author_id FROM questions WHERE id = c.question_id) AS "authorId"
  FROM question_comments c`;

/** What a reader gets: their own, what all may read, and the traces of comments that students hid or deleted. */
const readableBy = (userId: string) => sql`(c.state IN ('shown', 'reported')
  OR (c.state = 'deleted' AND EXISTS (
    SELECT FROM question_comments r WHERE r.parent_id = c.id AND r.state = 'shown'))
  OR (c.user_id = ${userId} AND c.state IN ('held', 'hidden')))`;

const orders = {
  useful: sql`c.is_sealed DESC, c.votes DESC, c.id DESC`,
  newest: sql`c.id DESC`,
};

export async function listComments(
  db: Db,
  userId: string,
  { questionId, sort, limit }: { questionId: number; sort: CommentSort; limit: number },
): Promise<CommentRow[]> {
  const found = await sql<CommentRow>`${rows(userId)}
    WHERE c.question_id = ${questionId} AND c.parent_id IS NULL AND ${readableBy(userId)}
    ORDER BY ${orders[sort]} LIMIT ${limit}`.execute(db);
  return found.rows;
}

/** The first replies of each comment, oldest first. */
export async function listReplies(
  db: Db,
  userId: string,
  { parentIds, limit }: { parentIds: readonly number[]; limit: number },
): Promise<CommentRow[]> {
  const found = await sql<CommentRow>`
    SELECT reply.* FROM unnest(${parentIds}::int[]) AS parent (id)
    CROSS JOIN LATERAL (${rows(userId)}
      WHERE c.parent_id = parent.id AND ${readableBy(userId)} ORDER BY c.id LIMIT ${limit}) AS reply
    ORDER BY reply.id`.execute(db);
  return found.rows;
}

export async function countShown(db: Db, questionId: number): Promise<{ total: number; sealed: number }> {
  const found = await sql<{ total: number; sealed: number }>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE c.is_sealed))::int AS sealed
    FROM question_comments c LEFT JOIN question_comments parent ON parent.id = c.parent_id
    WHERE c.question_id = ${questionId} AND c.state = 'shown' AND coalesce(parent.state, 'shown') IN ('shown', 'deleted')`.execute(
    db,
  );
  return found.rows[0] ?? { total: 0, sealed: 0 };
}

export async function findComment(db: Db | Tx, id: number, userId: string): Promise<CommentRow | undefined> {
  return (await sql<CommentRow>`${rows(userId)} WHERE c.id = ${id}`.execute(db)).rows[0];
}

/** Locks the row, so that a change applies to the state that was read. */
export async function lockComment(tx: Tx, id: number, userId: string): Promise<CommentRow | undefined> {
  await sql`SELECT FROM question_comments WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findComment(tx, id, userId);
}

/** Serialises the comments of one person and the names below one question. */
export async function lockWriting(tx: Tx, userId: string, questionId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('comments:' || ${userId}::text, 0))`.execute(tx);
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('comment-names:' || ${questionId}::text, 0))`.execute(tx);
}

export async function findByKey(tx: Tx, userId: string, creationKey: string) {
  return tx
    .selectFrom('question_comments')
    .select('id')
    .where('user_id', '=', userId)
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
}

export async function countWrittenOn(tx: Tx, userId: string, day: string): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM question_comments
    WHERE user_id = ${userId} AND written_on = ${day}::date`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

/** The name that a person has below a question. */
export async function findAlias(
  db: Db | Tx,
  { questionId, userId }: { questionId: number; userId: string },
): Promise<string | undefined> {
  const found = await sql<{ alias: string }>`
    SELECT alias FROM question_comments
    WHERE question_id = ${questionId} AND user_id = ${userId} LIMIT 1`.execute(db);
  return found.rows[0]?.alias;
}

/** Those of the names that people have below a question. */
export async function listTakenAliases(
  tx: Tx,
  questionId: number,
  aliases: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await sql<{ alias: string }>`
    SELECT DISTINCT alias FROM question_comments
    WHERE question_id = ${questionId} AND alias = ANY(${aliases}::text[])`.execute(tx);
  return new Set(found.rows.map(({ alias }) => alias));
}

/** Undefined without the question; its author may be null. */
export async function findAuthor(db: Db, questionId: number): Promise<{ authorId: string | null } | undefined> {
  const found = await sql<{ authorId: string | null }>`
    SELECT author_id AS "authorId" FROM questions WHERE id = ${questionId}`.execute(db);
  return found.rows[0];
}

/** Whether the student has a paid order that was not refunded. Access in force is checked before. */
export async function hasPaid(db: Db, userId: string): Promise<boolean> {
  const found = await sql`
    SELECT FROM payments WHERE student_id = ${userId} AND status = 'approved' AND amount > 0 LIMIT 1`.execute(db);
  return found.rows.length > 0;
}

export type NewComment = {
  questionId: number;
  userId: string;
  parentId: number | null;
  body: string;
  alias: string;
  isTeacher: boolean;
  state: CommentState;
  day: string;
  creationKey: string;
  now: Date;
};

export async function insertComment(tx: Tx, comment: NewComment): Promise<number> {
  const { id } = await tx
    .insertInto('question_comments')
    .values({
      question_id: comment.questionId,
      user_id: comment.userId,
      parent_id: comment.parentId,
      body: comment.body,
      alias: comment.alias,
      is_teacher: comment.isTeacher,
      is_sealed: comment.isTeacher,
      state: comment.state,
      written_on: comment.day,
      creation_key: comment.creationKey,
      created_at: comment.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateBody(
  tx: Tx,
  id: number,
  { body, state, isSealed, now }: { body: string; state: CommentState; isSealed: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('question_comments')
    .set({ body, state, is_sealed: isSealed, edited_at: now })
    .where('id', '=', id)
    .execute();
}

/** The words of a deleted comment are gone; the row stays for its replies. */
export async function markDeleted(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('question_comments').set({ body: '', state: 'deleted' }).where('id', '=', id).execute();
}

/** Changes the person's vote and the count by the difference. Requires a lock on the comment. */
export async function saveVote(tx: Tx, id: number, userId: string, helped: boolean, now: Date): Promise<number> {
  const changed = helped
    ? sql`INSERT INTO question_comment_votes (comment_id, user_id, created_at) VALUES (${id}, ${userId}, ${now})
        ON CONFLICT DO NOTHING RETURNING comment_id`
    : sql`DELETE FROM question_comment_votes WHERE comment_id = ${id} AND user_id = ${userId} RETURNING comment_id`;
  const found = await sql<{ votes: number }>`
    WITH changed AS (${changed})
    UPDATE question_comments SET votes = votes + ${helped ? 1 : -1}::int * (SELECT count(*) FROM changed)::int
    WHERE id = ${id} RETURNING votes`.execute(tx);
  return found.rows[0]?.votes ?? 0;
}

/** Adds the person's report. Returns how many undecided ones there are. */
export async function insertReport(tx: Tx, id: number, userId: string, now: Date): Promise<number> {
  await tx
    .insertInto('question_comment_reports')
    .values({ comment_id: id, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM question_comment_reports
    WHERE comment_id = ${id} AND seen_at IS NULL`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

/** Changes the state if it is the expected one. */
export async function moveState(tx: Tx, id: number, from: CommentState, to: CommentState): Promise<void> {
  await tx.updateTable('question_comments').set({ state: to }).where('id', '=', id).where('state', '=', from).execute();
}

/** Replies of others to the person's comments on a day. */
export async function countRepliesOn(tx: Tx, userId: string, day: string): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM question_comments mine
    JOIN question_comments reply ON reply.parent_id = mine.id
    WHERE mine.user_id = ${userId} AND reply.user_id <> mine.user_id AND reply.state = 'shown'
      AND reply.written_on = ${day}::date`.execute(tx);
  return found.rows[0]?.count ?? 0;
}
