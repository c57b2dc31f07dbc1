import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { likePattern, searchKey } from '#server/db/keys.ts';
import { lawTextOn } from '#server/db/law-text.ts';
import { commentVersion } from './comment-version.store.ts';

/** The version of the source as it is now: of a comment, of a lesson, of the text in force on a day, or of a question. */
const currentVersion = (day: string) => sql<number | null>`CASE WHEN cards.comment_id IS NOT NULL
  THEN (SELECT ${commentVersion(sql`comment`)} FROM question_comments comment WHERE comment.id = cards.comment_id)
  ELSE ${versionByKind(day)} END`;

const versionByKind = (day: string) => sql<number | null>`CASE cards.source_kind
  WHEN 'lesson' THEN (SELECT version FROM lessons WHERE id = cards.lesson_id AND deleted_at IS NULL)
  WHEN 'law' THEN (SELECT id FROM (${lawTextOn(sql`cards.law_device_id`, day)}) text)
  WHEN 'question' THEN (SELECT coalesce(q.current_version_id, (SELECT max(v.id) FROM question_versions v WHERE v.question_id = q.id))
    FROM questions q WHERE q.id = cards.question_id) END`;

const shown = (db: Db | Tx, day: string) =>
  db
    .selectFrom('cards')
    .leftJoin('topics', 'topics.id', 'cards.topic_id')
    .leftJoin('subjects', 'subjects.id', 'topics.subject_id')
    .leftJoin('card_pictures', 'card_pictures.id', 'cards.picture_id')
    .leftJoin('law_devices', 'law_devices.id', 'cards.law_device_id')
    .select([
      'cards.id',
      'cards.kind',
      'cards.front',
      'cards.back',
      'cards.hint',
      'cards.gap',
      'cards.picture_id as pictureId',
      'card_pictures.width as pictureWidth',
      'card_pictures.height as pictureHeight',
      'cards.picture_side as pictureSide',
      'cards.topic_id as topicId',
      'topics.name as topic',
      'subjects.name as subject',
      'cards.deck',
      'cards.tags',
      'cards.is_suspended as isSuspended',
      sql<string | null>`CASE WHEN cards.comment_id IS NOT NULL THEN 'comment' ELSE cards.source_kind END`.as(
        'sourceKind',
      ),
      sql<number | null>`coalesce(cards.lesson_id, law_devices.law_id, cards.question_id)`.as('sourceId'),
      'law_devices.article',
      'law_devices.lex_id as device',
      'cards.source_version as sourceVersion',
      currentVersion(day).as('currentVersion'),
      'cards.source_label as sourceLabel',
      'cards.revision',
      'cards.created_at as createdAt',
      'cards.updated_at as updatedAt',
    ]);

export async function findCard(db: Db | Tx, userId: string, id: number, day: string) {
  return shown(db, day).where('cards.user_id', '=', userId).where('cards.id', '=', id).executeTakeFirst();
}
export type CardRow = NonNullable<Awaited<ReturnType<typeof findCard>>>;

export async function findCardByKey(tx: Tx, userId: string, creationKey: string) {
  return tx
    .selectFrom('cards')
    .select('id')
    .where('user_id', '=', userId)
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
}

/** Unordered; ids of other people are left out. */
export async function listCardRows(
  db: Db | Tx,
  userId: string,
  ids: readonly number[],
  day: string,
): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  return shown(db, day)
    .where('cards.user_id', '=', userId)
    .where(sql<SqlBool>`cards.id = ANY(${ids}::int[])`)
    .execute();
}

export type CardFilter = {
  userId: string;
  topicId?: number | undefined;
  deck?: string | undefined;
  isSuspended?: boolean | undefined;
  search?: string | undefined;
  /** Questions whose cards no word may find. */
  underWay?: readonly number[] | undefined;
};

/** Not made from one of these questions. */
const isOpenCard = (underWay: readonly number[]) =>
  sql<SqlBool>`(cards.question_id IS NULL OR cards.question_id <> ALL(${underWay}::int[]))`;

function matching({ userId, topicId, deck, isSuspended, search, underWay = [] }: CardFilter) {
  return sql<SqlBool>`cards.user_id = ${userId}
    AND ${topicId === undefined ? sql`true` : sql`cards.topic_id = ${topicId}`}
    AND ${deck === undefined ? sql`true` : sql`cards.topic_id IS NULL AND cards.deck = ${deck}`}
    AND ${isSuspended ? sql`cards.is_suspended` : sql`true`}
    AND ${search ? sql`cards.search_key LIKE ${likePattern(search)} AND ${isOpenCard(underWay)}` : sql`true`}`;
}

export async function pageCardRows(
  db: Db,
  filter: CardFilter,
  { limit, after, day }: { limit: number; after: { createdAt: Date; id: number } | null; day: string },
): Promise<CardRow[]> {
  let query = shown(db, day).where(matching(filter));
  if (after) query = query.where(sql<SqlBool>`(cards.created_at, cards.id) < (${after.createdAt}, ${after.id})`);
  return query.orderBy('cards.created_at', 'desc').orderBy('cards.id', 'desc').limit(limit).execute();
}

export async function countCards(db: Db | Tx, filter: CardFilter): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM cards WHERE ${matching(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listTopicCounts(db: Db, userId: string, limit: number) {
  const { rows } = await sql<{
    topicId: number | null;
    topic: string | null;
    subject: string | null;
    deck: string;
    cards: number;
    suspended: number;
  }>`
    SELECT held.topic_id AS "topicId", topics.name AS topic, subjects.name AS subject, held.deck, held.cards, held.suspended
    FROM (
      SELECT topic_id, CASE WHEN topic_id IS NULL THEN deck ELSE '' END AS deck, count(*)::int AS cards,
        count(*) FILTER (WHERE is_suspended)::int AS suspended
      FROM cards WHERE user_id = ${userId} GROUP BY 1, 2
    ) AS held
    LEFT JOIN topics ON topics.id = held.topic_id
    LEFT JOIN subjects ON subjects.id = topics.subject_id
    ORDER BY subjects.name COLLATE "pt-BR-x-icu" NULLS LAST, topics.name COLLATE "pt-BR-x-icu" NULLS LAST,
      held.deck COLLATE "pt-BR-x-icu"
    LIMIT ${limit}`.execute(db);
  return rows;
}

/** Serialises writes that count a student's cards. */
export async function lockCardsOf(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cards:${userId}`}, 0))`.execute(tx);
}

export type CardFields = {
  kind: 'basic' | 'cloze';
  front: string;
  back: string;
  hint: string;
  gap: number;
  pictureId: number | null;
  pictureSide: 'front' | 'back';
  topicId: number | null;
  deck: string;
  tags: readonly string[];
  sourceLabel: string;
};

export type CardSource = {
  kind: 'lesson' | 'law' | 'question';
  lessonId: number | null;
  lawDeviceId: number | null;
  questionId: number | null;
  /** The comment below the question that the card was made of. */
  commentId: number | null;
  version: number | null;
};

const columnsOf = (fields: CardFields) => ({
  kind: fields.kind,
  front: fields.front,
  back: fields.back,
  hint: fields.hint,
  gap: fields.gap,
  picture_id: fields.pictureId,
  picture_side: fields.pictureSide,
  topic_id: fields.topicId,
  deck: fields.deck,
  tags: [...fields.tags],
  source_label: fields.sourceLabel,
  search_key: searchKey([fields.front, fields.back, fields.deck, ...fields.tags].join('\n')),
});

export async function insertCard(
  tx: Tx,
  made: { userId: string; creationKey: string; fields: CardFields; source: CardSource | null; now: Date },
): Promise<number> {
  const { source } = made;
  const { id } = await tx
    .insertInto('cards')
    .values({
      ...columnsOf(made.fields),
      user_id: made.userId,
      creation_key: made.creationKey,
      source_kind: source?.kind ?? null,
      lesson_id: source?.lessonId ?? null,
      law_device_id: source?.lawDeviceId ?? null,
      question_id: source?.questionId ?? null,
      comment_id: source?.commentId ?? null,
      source_version: source?.version ?? null,
      created_at: made.now,
      updated_at: made.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function lockCard(tx: Tx, userId: string, id: number) {
  return tx
    .selectFrom('cards')
    .select(['id', 'revision', 'question_id as questionId'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveCard(tx: Tx, id: number, revision: number, fields: CardFields, now: Date): Promise<void> {
  await tx
    .updateTable('cards')
    .set({ ...columnsOf(fields), revision: revision + 1, updated_at: now })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute();
}

export async function setSuspended(tx: Tx, id: number, isSuspended: boolean, now: Date): Promise<void> {
  await tx.updateTable('cards').set({ is_suspended: isSuspended, updated_at: now }).where('id', '=', id).execute();
}

/** Records that the student has seen the source as it is now. */
export async function acceptSource(tx: Tx, id: number, day: string): Promise<void> {
  await sql`UPDATE cards SET source_version = ${currentVersion(day)} WHERE id = ${id}`.execute(tx);
}

export async function deleteCardRow(tx: Tx, userId: string, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('cards')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function moveCardsToTopic(tx: Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('cards').set({ topic_id: into }).where('topic_id', '=', from).execute();
}
