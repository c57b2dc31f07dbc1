import { type RawBuilder, sql } from 'kysely';
import type { PracticeFilters } from '#contract/study/practice.ts';
import type { ListOrdering } from '#contract/study/question-lists.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type ListRow = {
  id: number;
  userId: string;
  name: string;
  filter: PracticeFilters | null;
  isLiving: boolean;
  ordering: ListOrdering;
  total: number;
  answered: number;
  correct: number;
  shareToken: string | null;
  createdAt: Date;
  usedAt: Date;
  syncedAt: Date | null;
  copies: number;
  teacher: string | null;
};

const teacherName = (person: string) => sql`(SELECT first_name || ' ' || last_name FROM users
  WHERE id = ${sql.ref(person)} AND role IN ('teacher', 'admin'))`;

const rows = sql`
  SELECT l.id, l.user_id AS "userId", l.name, l.filter, l.is_living AS "isLiving", l.ordering, l.total, l.answered,
    l.correct, l.share_token AS "shareToken", l.created_at AS "createdAt", l.used_at AS "usedAt",
    l.synced_at AS "syncedAt",
    (SELECT count(*)::int FROM question_lists c WHERE c.copied_from = l.id) AS copies,
    (SELECT ${teacherName('o.user_id')} FROM question_lists o WHERE o.id = l.copied_from) AS teacher
  FROM question_lists l`;

export async function listRows(db: Db, userId: string, limit: number): Promise<ListRow[]> {
  const found = await sql<ListRow>`${rows} WHERE l.user_id = ${userId}
    ORDER BY l.used_at DESC, l.id DESC LIMIT ${limit}`.execute(db);
  return found.rows;
}

/** The caller's list; another person's is not found. */
export async function findList(db: Db | Tx, id: number, userId: string): Promise<ListRow | undefined> {
  return (await sql<ListRow>`${rows} WHERE l.id = ${id} AND l.user_id = ${userId}`.execute(db)).rows[0];
}

/** Locks the list, so that changes of its items and counts are serialised. */
export async function lockList(tx: Tx, id: number, userId: string): Promise<ListRow | undefined> {
  await sql`SELECT FROM question_lists WHERE id = ${id} AND user_id = ${userId} FOR UPDATE`.execute(tx);
  return findList(tx, id, userId);
}

/** Serialises one person's lists, so that concurrent requests cannot exceed the limit. */
export async function lockOwner(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('question-lists:' || ${userId}::text, 0))`.execute(tx);
}

export async function countLists(tx: Tx, userId: string): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM question_lists WHERE user_id = ${userId}`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

export async function findByKey(db: Db | Tx, userId: string, creationKey: string) {
  return db
    .selectFrom('question_lists')
    .select(['id', 'total'])
    .where('user_id', '=', userId)
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
}

export type NewList = {
  userId: string;
  name: string;
  filter: PracticeFilters | null;
  isLiving: boolean;
  copiedFrom: number | null;
  creationKey: string;
  now: Date;
};

export async function insertList(tx: Tx, list: NewList): Promise<number> {
  const { id } = await tx
    .insertInto('question_lists')
    .values({
      user_id: list.userId,
      name: list.name,
      filter: list.filter === null ? null : JSON.stringify(list.filter),
      is_living: list.isLiving,
      copied_from: list.copiedFrom,
      creation_key: list.creationKey,
      created_at: list.now,
      used_at: list.now,
      synced_at: list.isLiving ? list.now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameList(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('question_lists').set({ name }).where('id', '=', id).execute();
}

export async function fixList(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('question_lists').set({ is_living: false }).where('id', '=', id).execute();
}

export async function markSynced(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('question_lists').set({ synced_at: now }).where('id', '=', id).execute();
}

export async function deleteList(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('question_lists').where('id', '=', id).execute();
}

/** Those of the lists that have the question. */
export async function listContaining(db: Db, ids: readonly number[], questionId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT list_id AS id FROM question_list_items
    WHERE list_id = ANY(${ids}::int[]) AND question_id = ${questionId}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Those of the lists in which one of the questions was answered, each with one. */
export async function listAnsweredAmong(db: Db, ids: readonly number[], questionIds: readonly number[]) {
  const found = await sql<{ id: number; questionId: number }>`
    SELECT list_id AS id, min(question_id) AS "questionId" FROM question_list_items
    WHERE list_id = ANY(${ids}::int[]) AND question_id = ANY(${questionIds}::int[]) AND answered_at IS NOT NULL
    GROUP BY list_id`.execute(db);
  return found.rows;
}

type Order = { userId: string; underWay: readonly number[] };

const sortOf = (ordering: ListOrdering, { userId, underWay }: Order): RawBuilder<unknown> =>
  ({
    own: sql`i.position`,
    // Questions of open attempts count as never wrong: their rank would reveal the answer.
    'most-wrong': sql`coalesce((SELECT m.wrongs FROM memory_states m WHERE m.user_id = ${userId}
      AND m.question_id = i.question_id AND m.question_id <> ALL(${underWay}::int[])), 0) DESC, i.position`,
    'easy-first': sql`(SELECT CASE q.difficulty WHEN 'easy' THEN 1 WHEN 'hard' THEN 3 ELSE 2 END
      FROM questions q WHERE q.id = i.question_id), i.position`,
    shuffled: sql`random()`,
  })[ordering];

export async function reorder(tx: Tx, id: number, ordering: ListOrdering, order: Order): Promise<void> {
  await sql`
    UPDATE question_list_items AS item SET rank = sorted.rank
    FROM (SELECT i.question_id, row_number() OVER (ORDER BY ${sortOf(ordering, order)}) AS rank
      FROM question_list_items i WHERE i.list_id = ${id}) AS sorted
    WHERE item.list_id = ${id} AND item.question_id = sorted.question_id AND item.rank <> sorted.rank`.execute(tx);
  await tx.updateTable('question_lists').set({ ordering }).where('id', '=', id).execute();
}

export async function setShareToken(tx: Tx, id: number, token: string | null): Promise<void> {
  await tx.updateTable('question_lists').set({ share_token: token }).where('id', '=', id).execute();
}
