import { sql } from 'kysely';
import type { PublishFault } from '#contract/content/lesson-drafts.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

export type DraftText = {
  title: string;
  content: string;
  subjectId: number | null;
  topicId: number | null;
  wordCount: number;
};

const text = [
  'lesson_drafts.id',
  'lesson_drafts.title',
  'lesson_drafts.content',
  'lesson_drafts.subject_id as subjectId',
  'lesson_drafts.topic_id as topicId',
  'lesson_drafts.word_count as wordCount',
  'lesson_drafts.author_id as authorId',
  'lesson_drafts.version',
  'lesson_drafts.lesson_version as baseVersion',
  'lesson_drafts.is_changed as isChanged',
  'lesson_drafts.publish_at as publishAt',
  sql<PublishFault | null>`lesson_drafts.publish_fault`.as('publishFault'),
  'lesson_drafts.updated_at as updatedAt',
] as const;

const nameOf = (table: 'author' | 'saver') =>
  sql<
    string | null
  >`nullif(trim(concat_ws(' ', ${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.last_name`)})), '')`;

const columnsOf = ({ title, content, subjectId, topicId, wordCount }: DraftText) => ({
  title,
  content,
  subject_id: subjectId,
  topic_id: topicId,
  word_count: wordCount,
});

type NewDraft = DraftText & {
  authorId: string | null;
  savedBy: string;
  creationKey?: string | undefined;
  /** Only for a published lesson. */
  lesson?: { id: number; version: number };
  isChanged: boolean;
  now: Date;
};

/** The id, or null where the key or the lesson has its draft already. */
export async function insertDraft(tx: Tx, draft: NewDraft): Promise<number | null> {
  const row = await tx
    .insertInto('lesson_drafts')
    .values({
      ...columnsOf(draft),
      ...(draft.lesson ? { id: draft.lesson.id, lesson_version: draft.lesson.version } : {}),
      author_id: draft.authorId,
      saved_by: draft.savedBy,
      creation_key: draft.creationKey ?? null,
      is_changed: draft.isChanged,
      created_at: draft.now,
      updated_at: draft.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whose it is and where it stands, without the text: of a draft, or of a lesson that has none. */
export async function findState(db: Db, id: number) {
  const { rows } = await sql<{
    authorId: string | null;
    version: number;
    lessonVersion: number | null;
    savedByName: string | null;
  }>`
    SELECT CASE WHEN draft.id IS NULL THEN lessons.author_id ELSE draft.author_id END AS "authorId",
           coalesce(draft.version, 0) AS version, lessons.version AS "lessonVersion",
           ${nameOf('saver')} AS "savedByName"
    FROM (SELECT ${id}::int AS id) AS asked
    LEFT JOIN lesson_drafts draft ON draft.id = asked.id
    LEFT JOIN lessons ON lessons.id = asked.id
    LEFT JOIN users saver ON saver.id = draft.saved_by
    WHERE lessons.deleted_at IS NULL AND (draft.id IS NOT NULL OR lessons.id IS NOT NULL)`.execute(db);
  return rows[0];
}

export async function findByKey(tx: Tx, authorId: string, creationKey: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('lesson_drafts')
    .select('id')
    .where('author_id', '=', authorId)
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
  return row?.id;
}

const named = (db: Db | Tx) =>
  db
    .selectFrom('lesson_drafts')
    .leftJoin('users as author', 'author.id', 'lesson_drafts.author_id')
    .leftJoin('users as saver', 'saver.id', 'lesson_drafts.saved_by')
    .leftJoin('lessons', 'lessons.id', 'lesson_drafts.id')
    // The draft of a deleted lesson comes back with it.
    .where('lessons.deleted_at', 'is', null);

export async function findDraft(db: Db | Tx, id: number) {
  return named(db)
    .select([
      ...text,
      'lessons.version as lessonVersion',
      nameOf('author').as('authorName'),
      nameOf('saver').as('savedByName'),
    ])
    .where('lesson_drafts.id', '=', id)
    .executeTakeFirst();
}

/** Waits for a concurrent change of this draft. The lesson itself may not exist yet and cannot be locked. */
export async function lockDraftId(tx: Tx, id: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`lesson-draft:${id}`}, 0))`.execute(tx);
}

/** Reads what a change has to be judged by and holds the row until the transaction ends. */
export async function lockDraft(tx: Tx, id: number) {
  return tx.selectFrom('lesson_drafts').select(text).where('id', '=', id).forUpdate().executeTakeFirst();
}

export type DraftPosition = { updatedAt: Date; id: number };

/** What has something to show: a draft that was opened and never written in is not listed. */
const shown = (db: Db, authorId: string | null) =>
  named(db)
    .where('lesson_drafts.is_changed', '=', true)
    .$if(authorId !== null, (query) => query.where('lesson_drafts.author_id', '=', authorId));

export async function listDraftRows(
  db: Db,
  { authorId, limit, after }: { authorId: string | null; limit: number; after: DraftPosition | null },
) {
  return shown(db, authorId)
    .select([
      'lesson_drafts.id',
      'lesson_drafts.title',
      'lesson_drafts.subject_id as subjectId',
      'lesson_drafts.is_changed as isChanged',
      'lesson_drafts.publish_at as publishAt',
      sql<PublishFault | null>`lesson_drafts.publish_fault`.as('publishFault'),
      'lesson_drafts.updated_at as updatedAt',
      'lessons.version as lessonVersion',
      nameOf('author').as('authorName'),
    ])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(lesson_drafts.updated_at, lesson_drafts.id) < (${after?.updatedAt}, ${after?.id})`),
    )
    .orderBy('lesson_drafts.updated_at', 'desc')
    .orderBy('lesson_drafts.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countDraftRows(db: Db, authorId: string | null): Promise<number> {
  const { count } = await shown(db, authorId)
    .select((count) => count.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

type Change = {
  savedBy?: string | null;
  baseVersion?: number | null;
  isChanged?: boolean;
  publishAt?: Date | null;
  publishFault?: PublishFault | null;
  now: Date;
};

/** A change counts as a save, so that no later save overwrites it unseen. */
export async function updateDraft(tx: Tx, id: number, change: Change, written?: DraftText): Promise<void> {
  const { savedBy, baseVersion, isChanged, publishAt, publishFault, now } = change;
  await tx
    .updateTable('lesson_drafts')
    .set((set) => ({
      ...(written ? columnsOf(written) : {}),
      ...(savedBy === undefined ? {} : { saved_by: savedBy }),
      ...(baseVersion === undefined ? {} : { lesson_version: baseVersion }),
      ...(isChanged === undefined ? {} : { is_changed: isChanged }),
      ...(publishAt === undefined ? {} : { publish_at: publishAt }),
      ...(publishFault === undefined ? {} : { publish_fault: publishFault }),
      version: set('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
}

/** Where nothing else was being written, the draft is what was published by another way. */
export async function followLesson(
  tx: Tx,
  id: number,
  { version, ...lesson }: DraftText & { version: number },
  { savedBy, now }: { savedBy: string; now: Date },
): Promise<void> {
  const draft = await lockDraft(tx, id);
  if (!draft || draft.isChanged) return;
  await updateDraft(tx, id, { savedBy, baseVersion: version, now }, lesson);
}

export async function deleteDraft(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('lesson_drafts').where('id', '=', id).execute();
}

/** Whose time has come, the first ones; those of deleted lessons wait. */
export async function listDue(db: Db, { now, pausing, limit }: { now: Date; pausing: Pausing; limit: number }) {
  return db
    .selectFrom('lesson_drafts')
    .leftJoin('lessons', 'lessons.id', 'lesson_drafts.id')
    .select(['lesson_drafts.id', 'lesson_drafts.version'])
    .where('lesson_drafts.publish_at', '<=', now)
    .where('lessons.deleted_at', 'is', null)
    .where(isUnpaused(pausing, sql.ref('lesson_drafts.id')))
    .orderBy('lesson_drafts.publish_at')
    .orderBy('lesson_drafts.id')
    .limit(limit)
    .execute();
}

/** Opened and never written in. */
export async function deleteBlankDrafts(db: Db, before: Date, limit: number): Promise<number> {
  const blank = db
    .selectFrom('lesson_drafts')
    .select('id')
    .where('is_changed', '=', false)
    .where('lesson_version', 'is', null)
    .where('publish_at', 'is', null)
    .where('updated_at', '<=', before)
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('lesson_drafts').where('id', 'in', blank).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Drafts follow what happens to subjects and topics, as lessons do. */
export async function moveDrafts(tx: Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('lesson_drafts').set({ subject_id: into }).where('subject_id', '=', from).execute();
  await tx.updateTable('lesson_versions').set({ subject_id: into }).where('subject_id', '=', from).execute();
}

export async function draftsFollowTopics(tx: Tx, topicIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE lesson_drafts SET subject_id = topics.subject_id FROM topics
    WHERE topics.id = lesson_drafts.topic_id AND topics.id = ANY(${topicIds}::int[])
      AND lesson_drafts.subject_id IS DISTINCT FROM topics.subject_id`.execute(tx);
}

export async function moveDraftsToTopic(tx: Tx, from: number, into: number): Promise<void> {
  await sql`
    UPDATE lesson_drafts SET topic_id = topics.id, subject_id = topics.subject_id FROM topics
    WHERE topics.id = ${into} AND lesson_drafts.topic_id = ${from}`.execute(tx);
}
