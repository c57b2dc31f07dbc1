import { sql } from 'kysely';
import type { DoubtState } from '#contract/study/doubts.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** What a doubt is about: one of the two. */
export type About = { questionId: number } | { lessonId: number };

const conditionOf = (about: About) =>
  'questionId' in about ? sql`d.question_id = ${about.questionId}` : sql`d.lesson_id = ${about.lessonId}`;

export type DoubtRow = {
  id: number;
  userId: string;
  questionId: number | null;
  lessonId: number | null;
  /** The author of the question or the lesson. */
  authorId: string | null;
  title: string;
  subject: string | null;
  askerName: string;
  pseudonym: string;
  body: string;
  state: DoubtState;
  createdAt: Date;
  editedAt: Date | null;
  answer: string;
  answererName: string | null;
  answeredAt: Date | null;
  isShared: boolean;
  isHidden: boolean;
  reportCount: number;
  revision: number;
};

const rows = sql`
  SELECT d.id, d.user_id AS "userId", d.question_id AS "questionId", d.lesson_id AS "lessonId",
    coalesce(q.author_id, l.author_id) AS "authorId", coalesce(words.excerpt, l.title, '') AS title,
    subjects.name AS subject, asker.first_name || ' ' || asker.last_name AS "askerName", d.pseudonym, d.body, d.state,
    d.created_at AS "createdAt", d.edited_at AS "editedAt", d.answer,
    answerer.first_name || ' ' || answerer.last_name AS "answererName", d.answered_at AS "answeredAt",
    d.is_shared AS "isShared", d.hidden_at IS NOT NULL AS "isHidden", d.revision,
    (SELECT count(*)::int FROM doubt_reports r WHERE r.doubt_id = d.id AND r.seen_at IS NULL) AS "reportCount"
  FROM doubts d
  JOIN users asker ON asker.id = d.user_id
  LEFT JOIN users answerer ON answerer.id = d.answered_by
  LEFT JOIN questions q ON q.id = d.question_id
  LEFT JOIN question_index words ON words.question_id = d.question_id
  LEFT JOIN lessons l ON l.id = d.lesson_id
  LEFT JOIN subjects ON subjects.id = coalesce(q.subject_id, l.subject_id)`;

/** The user's doubts first, then the answered ones that are shared; the newest hundred. */
export async function listDoubtsAbout(db: Db, about: About, userId: string): Promise<DoubtRow[]> {
  const found = await sql<DoubtRow>`${rows}
    WHERE ${conditionOf(about)}
      AND (d.user_id = ${userId} OR (d.is_shared AND d.state = 'answered' AND d.hidden_at IS NULL))
    ORDER BY d.user_id <> ${userId}, d.created_at DESC, d.id DESC LIMIT 100`.execute(db);
  return found.rows;
}

export async function findDoubt(db: Db | Tx, id: number): Promise<DoubtRow | undefined> {
  return (await sql<DoubtRow>`${rows} WHERE d.id = ${id}`.execute(db)).rows[0];
}

/** Locks the row, so that a decision applies to the state that was read. */
export async function lockDoubt(tx: Tx, id: number): Promise<DoubtRow | undefined> {
  await sql`SELECT FROM doubts WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findDoubt(tx, id);
}

export async function existsLesson(db: Db | Tx, id: number): Promise<boolean> {
  const found = await sql`SELECT FROM lessons WHERE id = ${id} AND deleted_at IS NULL`.execute(db);
  return found.rows.length > 0;
}

export async function findDoubtByKey(db: Db | Tx, userId: string, creationKey: string) {
  return db
    .selectFrom('doubts')
    .select('id')
    .where('user_id', '=', userId)
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
}

/** Serialises one student's doubts, so that concurrent requests cannot exceed the daily limit. */
export async function lockAsker(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('doubts:' || ${userId}::text, 0))`.execute(tx);
}

export async function countAskedOn(tx: Tx, userId: string, day: string): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM doubts WHERE user_id = ${userId} AND asked_on = ${day}::date`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

type NewDoubt = {
  userId: string;
  about: About;
  body: string;
  pseudonym: string;
  creationKey: string | null;
  day: string;
  now: Date;
};

export async function insertDoubt(tx: Tx, doubt: NewDoubt): Promise<number> {
  const { id } = await tx
    .insertInto('doubts')
    .values({
      user_id: doubt.userId,
      question_id: 'questionId' in doubt.about ? doubt.about.questionId : null,
      lesson_id: 'lessonId' in doubt.about ? doubt.about.lessonId : null,
      body: doubt.body,
      pseudonym: doubt.pseudonym,
      creation_key: doubt.creationKey,
      asked_on: doubt.day,
      created_at: doubt.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateBody(tx: Tx, id: number, body: string, now: Date): Promise<void> {
  await sql`UPDATE doubts SET body = ${body}, edited_at = ${now}, revision = revision + 1 WHERE id = ${id}`.execute(tx);
}

export async function markClosed(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE doubts SET state = 'closed', revision = revision + 1 WHERE id = ${id}`.execute(tx);
}

export async function saveAnswer(
  tx: Tx,
  id: number,
  answer: { text: string; isShared: boolean; by: string; now: Date },
): Promise<void> {
  await sql`
    UPDATE doubts SET answer = ${answer.text}, is_shared = ${answer.isShared}, answered_by = ${answer.by},
      answered_at = coalesce(answered_at, ${answer.now}), state = 'answered', revision = revision + 1
    WHERE id = ${id}`.execute(tx);
}

export async function setHidden(tx: Tx, id: number, isHidden: boolean, now: Date): Promise<void> {
  await sql`UPDATE doubts SET hidden_at = ${isHidden ? now : null} WHERE id = ${id}`.execute(tx);
  await sql`UPDATE doubt_reports SET seen_at = ${now} WHERE doubt_id = ${id} AND seen_at IS NULL`.execute(tx);
}

export async function insertDoubtReport(tx: Tx, id: number, userId: string, now: Date): Promise<void> {
  await tx
    .insertInto('doubt_reports')
    .values({ doubt_id: id, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const ofList = {
  waiting: sql`d.state = 'open'`,
  answered: sql`d.state = 'answered'`,
  reported: sql`d.id IN (SELECT doubt_id FROM doubt_reports WHERE seen_at IS NULL)`,
};
export type QueueList = keyof typeof ofList;

const ofAuthor = (authorId: string | null) =>
  authorId === null
    ? sql`true`
    : sql`(d.question_id IN (SELECT id FROM questions WHERE author_id = ${authorId})
        OR d.lesson_id IN (SELECT id FROM lessons WHERE author_id = ${authorId}))`;

/** `authorId` null: of all authors. */
export async function listQueueRows(
  db: Db,
  { list, authorId }: { list: QueueList; authorId: string | null },
  { limit, after }: { limit: number; after: { createdAt: Date; id: number } | null },
): Promise<DoubtRow[]> {
  const isOldestFirst = list === 'waiting';
  const behind =
    after === null
      ? sql`true`
      : isOldestFirst
        ? sql`(d.created_at, d.id) > (${after.createdAt}, ${after.id})`
        : sql`(d.created_at, d.id) < (${after.createdAt}, ${after.id})`;
  const direction = isOldestFirst ? sql`ASC` : sql`DESC`;
  const found = await sql<DoubtRow>`${rows}
    WHERE ${ofList[list]} AND ${ofAuthor(authorId)} AND ${behind}
    ORDER BY d.created_at ${direction}, d.id ${direction} LIMIT ${limit}`.execute(db);
  return found.rows;
}

type QueueOf = { list: QueueList; authorId: string | null };

/** A query that can be batched with other reads. */
export const queueCount = ({ list, authorId }: QueueOf) => sql<{ count: number }>`
  SELECT count(*)::int AS count FROM doubts d WHERE ${ofList[list]} AND ${ofAuthor(authorId)}`;

/** Open doubts that were asked before this moment, as a query that can be batched with other reads. */
export const openBefore = (before: Date) => sql<{ count: number; oldestAt: Date | null }>`
  SELECT count(*)::int AS count, min(d.created_at) AS "oldestAt" FROM doubts d
  WHERE ${ofList.waiting} AND d.created_at < (SELECT ${before}::timestamptz)`;

export async function countQueue(db: Db, of: QueueOf): Promise<number> {
  const found = await queueCount(of).execute(db);
  return found.rows[0]?.count ?? 0;
}
