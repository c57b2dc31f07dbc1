import { sql } from 'kysely';
import type { Outdated } from '#contract/question-status.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { outdatedOf } from '#server/db/outdated-questions.ts';

/** The questions of a list. Every change requires a lock on the list. */

export type ItemRow = {
  questionId: number;
  number: number;
  isCorrect: boolean | null;
  wrongs: number;
  excerpt: string;
  topic: string | null;
  source: string;
  year: number | null;
  outdated: NonNullable<Outdated> | null;
};

const itemColumns = sql`
  i.question_id AS "questionId", i.rank AS number, i.is_correct AS "isCorrect", i.wrongs,
  coalesce(words.excerpt, '') AS excerpt, coalesce(t.name, nullif(q.topic, '')) AS topic, q.source, q.year,
  ${outdatedOf('q')} AS outdated`;

const itemLabels = sql`
  JOIN questions q ON q.id = i.question_id
  LEFT JOIN question_index words ON words.question_id = q.id
  LEFT JOIN topics t ON t.id = q.topic_id`;

/** Ranks have no gaps, so a page is a range of them. */
export async function listItemsBetween(db: Db, listId: number, from: number, to: number): Promise<ItemRow[]> {
  const found = await sql<ItemRow>`
    SELECT ${itemColumns} FROM question_list_items i ${itemLabels}
    WHERE i.list_id = ${listId} AND i.rank BETWEEN ${from} AND ${to} ORDER BY i.rank`.execute(db);
  return found.rows;
}

/** Questions whose last answer in the list was wrong; not those of open attempts. */
export async function listWrongItems(
  db: Db,
  listId: number,
  underWay: readonly number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<ItemRow[]> {
  const found = await sql<ItemRow>`
    SELECT ${itemColumns} FROM (
      SELECT * FROM question_list_items
      WHERE list_id = ${listId} AND is_correct = false AND question_id <> ALL(${underWay}::int[])
      ORDER BY rank LIMIT ${limit} OFFSET ${offset}) AS i ${itemLabels}
    ORDER BY i.rank`.execute(db);
  return found.rows;
}

export async function countWrongItems(db: Db, listId: number, underWay: readonly number[]): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM question_list_items
    WHERE list_id = ${listId} AND is_correct = false AND question_id <> ALL(${underWay}::int[])`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** The number of the next question to answer, as one of several reads (`readAsOne`). */
export const nextNumberOf = (listId: number) => sql<{ rank: number }>`
  SELECT rank FROM question_list_items WHERE list_id = ${listId} AND answered_at IS NULL ORDER BY rank LIMIT 1`;

/** The next questions to answer after a number, or those that were answered wrong. */
export async function listToPractise(
  db: Db,
  listId: number,
  { only, after, limit }: { only: 'wrong' | undefined; after: number; limit: number },
) {
  const wanted = only === 'wrong' ? sql`is_correct = false` : sql`answered_at IS NULL`;
  const found = await sql<{ questionId: number; number: number }>`
    SELECT question_id AS "questionId", rank AS number FROM question_list_items
    WHERE list_id = ${listId} AND ${wanted} AND rank > ${after} ORDER BY rank LIMIT ${limit}`.execute(db);
  return found.rows;
}

/** All questions of a list, in the order that its owner made. */
export async function listQuestionIds(db: Db | Tx, listId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT question_id AS id FROM question_list_items WHERE list_id = ${listId} ORDER BY position`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Adds at the end what the list does not have. Returns how many were added. */
export async function appendItems(tx: Tx, listId: number, questionIds: readonly number[]): Promise<number> {
  const found = await sql<{ added: number }>`
    WITH named AS (
      SELECT id, min(place) AS place FROM unnest(${questionIds}::int[]) WITH ORDINALITY AS n (id, place) GROUP BY id
    ), missing AS (
      SELECT id, row_number() OVER (ORDER BY place) AS number FROM named
      WHERE NOT EXISTS (SELECT FROM question_list_items i WHERE i.list_id = ${listId} AND i.question_id = named.id)
    ), added AS (
      INSERT INTO question_list_items (list_id, question_id, position, rank)
      SELECT ${listId}, id, l.total + number, l.total + number
      FROM missing CROSS JOIN (SELECT total FROM question_lists WHERE id = ${listId}) AS l
      RETURNING question_id
    )
    UPDATE question_lists SET total = total + (SELECT count(*) FROM added) WHERE id = ${listId}
    RETURNING (SELECT count(*)::int FROM added) AS added`.execute(tx);
  return found.rows[0]?.added ?? 0;
}

/** Removes these questions and closes the gaps in both orders. */
export async function removeItems(tx: Tx, listId: number, questionIds: readonly number[]): Promise<void> {
  const removed = await sql`
    DELETE FROM question_list_items WHERE list_id = ${listId} AND question_id = ANY(${questionIds}::int[])
    RETURNING question_id`.execute(tx);
  if (removed.rows.length === 0) return;
  await sql`
    UPDATE question_list_items AS item SET position = new.position, rank = new.rank
    FROM (SELECT question_id, row_number() OVER (ORDER BY position) AS position,
        row_number() OVER (ORDER BY rank) AS rank
      FROM question_list_items WHERE list_id = ${listId}) AS new
    WHERE item.list_id = ${listId} AND item.question_id = new.question_id
      AND (item.position <> new.position OR item.rank <> new.rank)`.execute(tx);
  await recount(tx, listId);
}

/** Questions without an answer that are not among these. */
export async function listUnansweredExcept(tx: Tx, listId: number, fitting: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT question_id AS id FROM question_list_items
    WHERE list_id = ${listId} AND answered_at IS NULL AND question_id NOT IN (SELECT unnest(${fitting}::int[]))`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}

async function recount(tx: Tx, listId: number): Promise<void> {
  await sql`
    UPDATE question_lists SET total = counted.total, answered = counted.answered, correct = counted.correct
    FROM (SELECT count(*) AS total, count(answered_at) AS answered, count(*) FILTER (WHERE is_correct) AS correct
      FROM question_list_items WHERE list_id = ${listId}) AS counted
    WHERE id = ${listId}`.execute(tx);
}

/** Moves a question within the owner's order, which must be the chosen one. Returns false if it is not in the list. */
export async function moveItem(tx: Tx, listId: number, questionId: number, to: number): Promise<boolean> {
  const found = await sql<{ position: number }>`
    SELECT position FROM question_list_items WHERE list_id = ${listId} AND question_id = ${questionId}`.execute(tx);
  const from = found.rows[0]?.position;
  if (from === undefined) return false;
  if (from === to) return true;
  const step = from < to ? -1 : 1;
  const place = sql`CASE WHEN question_id = ${questionId} THEN ${to}::int ELSE position + ${step}::int END`;
  await sql`
    UPDATE question_list_items SET position = ${place}, rank = ${place}
    WHERE list_id = ${listId} AND position BETWEEN ${Math.min(from, to)} AND ${Math.max(from, to)}`.execute(tx);
  return true;
}

export async function forgetAnswers(tx: Tx, listId: number): Promise<void> {
  await sql`
    UPDATE question_list_items SET answered_at = NULL, is_correct = NULL, wrongs = 0
    WHERE list_id = ${listId} AND answered_at IS NOT NULL`.execute(tx);
  await recount(tx, listId);
}

export type TopicRow = {
  topicId: number | null;
  topic: string | null;
  subject: string | null;
  total: number;
  answered: number;
  correct: number;
  isWithheld: boolean;
};

/** Progress topic by topic. Bounded by the questions of a list. */
export async function listTopicProgress(db: Db, listId: number, underWay: readonly number[]): Promise<TopicRow[]> {
  const found = await sql<TopicRow>`
    SELECT q.topic_id AS "topicId", t.name AS topic, s.name AS subject, count(*)::int AS total,
      count(i.answered_at)::int AS answered, (count(*) FILTER (WHERE i.is_correct))::int AS correct,
      bool_or(i.answered_at IS NOT NULL AND i.question_id = ANY(${underWay}::int[])) AS "isWithheld"
    FROM question_list_items i
    JOIN questions q ON q.id = i.question_id
    LEFT JOIN topics t ON t.id = q.topic_id
    LEFT JOIN subjects s ON s.id = q.subject_id
    WHERE i.list_id = ${listId}
    GROUP BY q.topic_id, t.name, s.id, s.name
    ORDER BY s.name COLLATE "pt-BR-x-icu", t.name COLLATE natural_pt NULLS LAST, q.topic_id`.execute(db);
  return found.rows;
}
