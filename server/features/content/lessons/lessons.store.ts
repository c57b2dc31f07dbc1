import { sql } from 'kysely';
import type { RecordingSlot } from '#contract/content/lessons.ts';
import { RECORDINGS_MAX } from '#contract/limits.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { likePattern, searchKey } from '#server/db/keys.ts';

export type LessonText = {
  title: string;
  content: string;
  subjectId: number;
  topicId: number | null;
  fingerprint: Buffer;
  wordCount: number;
};

const summary = [
  'lessons.id',
  'lessons.title',
  'lessons.subject_id as subjectId',
  'lessons.topic_id as topicId',
  'lessons.author_id as authorId',
  'lessons.word_count as wordCount',
  'lessons.created_at as createdAt',
] as const;

export async function insertLesson(tx: Tx, lesson: LessonText & { authorId: string; now: Date }): Promise<number> {
  const { id } = await tx
    .insertInto('lessons')
    .values({ ...columnsOf(lesson), author_id: lesson.authorId, created_at: lesson.now, updated_at: lesson.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A lesson that was a draft: it has its id already. */
export async function insertDraftedLesson(
  tx: Tx,
  id: number,
  lesson: LessonText & { authorId: string | null; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO lessons (id, subject_id, topic_id, author_id, title, title_key, content, fingerprint, word_count,
                         created_at, updated_at)
    OVERRIDING SYSTEM VALUE
    VALUES (${id}, ${lesson.subjectId}, ${lesson.topicId}, ${lesson.authorId}, ${lesson.title},
            ${searchKey(lesson.title)}, ${lesson.content}, ${lesson.fingerprint}, ${lesson.wordCount},
            ${lesson.now}, ${lesson.now})`.execute(tx);
}

const columnsOf = (lesson: LessonText) => ({
  subject_id: lesson.subjectId,
  topic_id: lesson.topicId,
  title: lesson.title,
  title_key: searchKey(lesson.title),
  content: lesson.content,
  fingerprint: lesson.fingerprint,
  word_count: lesson.wordCount,
});

/** Waits for another request of the same author that publishes at this moment. */
export async function lockAuthor(tx: Tx, authorId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`lessons:${authorId}`}, 0))`.execute(tx);
}

export async function findTwin(tx: Tx, authorId: string, fingerprint: Buffer): Promise<number | undefined> {
  const row = await tx
    .selectFrom('lessons')
    .select('id')
    .where('author_id', '=', authorId)
    .where('fingerprint', '=', fingerprint)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Reads what a change has to be judged by and holds the row until the transaction ends. */
export async function lockLesson(tx: Tx, id: number) {
  return tx
    .selectFrom('lessons')
    .select([...summary, 'version', 'fingerprint', 'content', 'updated_at as updatedAt', 'deleted_at as deletedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateLessonRow(tx: Tx, id: number, lesson: LessonText, now: Date): Promise<void> {
  await tx
    .updateTable('lessons')
    .set((set) => ({ ...columnsOf(lesson), version: set('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

export async function setDeleted(tx: Tx, id: number, deletedAt: Date | null): Promise<void> {
  await tx.updateTable('lessons').set({ deleted_at: deletedAt }).where('id', '=', id).execute();
}

export async function findLesson(db: Db | Tx, id: number) {
  return db
    .selectFrom('lessons')
    .leftJoin('subjects', 'subjects.id', 'lessons.subject_id')
    .leftJoin('users', 'users.id', 'lessons.author_id')
    .select([
      ...summary,
      'lessons.content',
      'lessons.version',
      'lessons.updated_at as updatedAt',
      'subjects.name as subjectName',
      'users.first_name as authorFirstName',
      'users.last_name as authorLastName',
    ])
    .where('lessons.id', '=', id)
    .where('lessons.deleted_at', 'is', null)
    .executeTakeFirst();
}

type Place = { id: number; subjectId: number | null; createdAt: Date };

/** The lesson before or after, oldest first within the subject. */
export async function findNeighbour(db: Db | Tx, place: Place, side: 'previous' | 'next') {
  if (place.subjectId === null) return null;
  const [sign, order] = side === 'next' ? [sql`>`, 'asc' as const] : [sql`<`, 'desc' as const];
  const row = await db
    .selectFrom('lessons')
    .select(['id', 'title'])
    .where('subject_id', '=', place.subjectId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(created_at, id) ${sign} (${place.createdAt}, ${place.id})`)
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function listRecordingSlots(db: Db | Tx, id: number) {
  const rows = await db
    .selectFrom('recordings')
    .select(['id', 'kind'])
    .where('lesson_id', '=', id)
    .orderBy('id')
    .limit(RECORDINGS_MAX)
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as RecordingSlot['kind'] }));
}

type BoughtCourses = readonly number[] | null;
const isOpenTo = (bought: BoughtCourses) => sql<boolean>`lesson_is_open(lessons.id, ${bought}::int[])`;

/** Every lesson there is, or that some courses open, newest first, without its text. */
export async function listLessonRows(db: Db, bought: BoughtCourses = null) {
  return db
    .selectFrom('lessons')
    .select(summary)
    .where('deleted_at', 'is', null)
    .$if(bought !== null, (query) => query.where(isOpenTo(bought)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

type LessonFilter = {
  search?: string | undefined;
  subjectId?: number | undefined;
  authorId?: string | undefined;
  bought: BoughtCourses;
};

export async function pageLessonRows(
  db: Db,
  filter: LessonFilter & { limit: number; after: { createdAt: Date; id: number } | null },
) {
  const { after } = filter;
  return filtered(db, filter)
    .select(summary)
    .$if(after !== null, (query) => query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();
}

export async function countLessonRows(db: Db, filter: LessonFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((count) => count.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function filtered(db: Db, { search, subjectId, authorId, bought }: LessonFilter) {
  let query = db.selectFrom('lessons').where('deleted_at', 'is', null);
  if (search) query = query.where('title_key', 'like', likePattern(search));
  if (subjectId) query = query.where('subject_id', '=', subjectId);
  if (authorId) query = query.where('author_id', '=', authorId);
  if (bought) query = query.where(isOpenTo(bought));
  return query;
}

const DELETED_SHOWN = 500;

export async function listDeletedRows(db: Db, since: Date, authorId: string | null) {
  return db
    .selectFrom('lessons')
    .select([...summary, sql<Date>`deleted_at`.as('deletedAt')])
    .where('deleted_at', '>', since)
    .$if(authorId !== null, (query) => query.where('author_id', '=', authorId))
    .orderBy('deleted_at', 'desc')
    .limit(DELETED_SHOWN)
    .execute();
}

export async function purgeDeleted(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('lessons')
    .where('id', 'in', (from) => from.selectFrom('lessons').select('id').where('deleted_at', '<=', before).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The text of a lesson in the trash. */
export async function findDeletedContent(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('lessons')
    .select('content')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return row?.content;
}

/** A lesson that students read, as far as the search needs it. */
export async function findPublishedText(tx: Tx, id: number) {
  return tx
    .selectFrom('lessons')
    .select(['title', 'subject_id as subjectId', 'content'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The captions of all recordings of a lesson, in their order. */
export async function readSpokenText(tx: Tx, lessonId: number): Promise<string> {
  const rows = await tx
    .selectFrom('recording_captions')
    .innerJoin('recordings', 'recordings.id', 'recording_captions.recording_id')
    .select('recording_captions.body')
    .where('recordings.lesson_id', '=', lessonId)
    .orderBy('recordings.id')
    .limit(RECORDINGS_MAX)
    .execute();
  return rows.map(({ body }) => body).join('\n');
}
