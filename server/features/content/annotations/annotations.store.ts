import { sql } from 'kysely';
import type { Anchor } from '#contract/content/annotations.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { likePattern, searchKey } from '#server/db/keys.ts';

/** With the lesson as it stands now; one that was taken away is not there, though it may come back. */
const shown = (db: Db | Tx) =>
  db
    .selectFrom('annotations')
    .leftJoin('lessons', 'lessons.id', 'annotations.lesson_id')
    .select([
      'annotations.id',
      'annotations.lesson_id as lessonId',
      sql<string>`coalesce(lessons.title, annotations.lesson_title)`.as('lessonTitle'),
      sql<boolean>`lessons.id IS NOT NULL AND lessons.deleted_at IS NULL`.as('isLessonThere'),
      'annotations.law_id as lawId',
      'annotations.law_article as lawArticle',
      'annotations.law_device as lawDevice',
      'annotations.quote',
      'annotations.prefix',
      'annotations.suffix',
      'annotations.position',
      'annotations.note',
      'annotations.version',
      'annotations.created_at as createdAt',
      'annotations.updated_at as updatedAt',
    ]);

export async function findAnnotation(db: Db | Tx, userId: string, id: number) {
  return shown(db).where('annotations.user_id', '=', userId).where('annotations.id', '=', id).executeTakeFirst();
}
export type AnnotationRow = NonNullable<Awaited<ReturnType<typeof findAnnotation>>>;

export async function findByKey(tx: Tx, userId: string, creationKey: string) {
  return shown(tx)
    .where('annotations.user_id', '=', userId)
    .where('annotations.creation_key', '=', creationKey)
    .executeTakeFirst();
}

/** The lesson or the article whose marks are asked for. */
export type MarkedText = { lessonId?: number | undefined; lawId?: number | undefined; article?: string | undefined };
type Filter = MarkedText & { userId: string; search?: string | undefined };

/** What a lesson shows at its side. */
const firstOfLesson = builtOnce((db, userId: string, lessonId: number, limit: number) =>
  shown(db)
    .where('annotations.user_id', '=', userId)
    .where('annotations.lesson_id', '=', lessonId)
    .orderBy('annotations.created_at', 'desc')
    .orderBy('annotations.id', 'desc')
    .limit(limit),
);

export async function pageAnnotationRows(
  db: Db,
  {
    userId,
    lessonId,
    lawId,
    article,
    search,
    limit,
    after,
  }: Filter & { limit: number; after: { createdAt: Date; id: number } | null },
): Promise<AnnotationRow[]> {
  if (lessonId && !search && !after) return firstOfLesson(db, userId, lessonId, limit);
  let query = shown(db).where('annotations.user_id', '=', userId);
  if (lessonId) query = query.where('annotations.lesson_id', '=', lessonId);
  if (lawId) query = query.where('annotations.law_id', '=', lawId);
  if (article) query = query.where('annotations.law_article', '=', article);
  if (search) query = query.where('annotations.search_key', 'like', likePattern(search));
  if (after) {
    query = query.where(sql<boolean>`(annotations.created_at, annotations.id) < (${after.createdAt}, ${after.id})`);
  }
  return query.orderBy('annotations.created_at', 'desc').orderBy('annotations.id', 'desc').limit(limit).execute();
}

export async function countAnnotations(
  db: Db | Tx,
  { userId, lessonId, lawId, article, search }: Filter,
): Promise<number> {
  let query = db
    .selectFrom('annotations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId);
  if (lessonId) query = query.where('lesson_id', '=', lessonId);
  if (lawId) query = query.where('law_id', '=', lawId);
  if (article) query = query.where('law_article', '=', article);
  if (search) query = query.where('search_key', 'like', likePattern(search));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function lockReader(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`annotations:${userId}`}, 0))`.execute(tx);
}

type NewAnnotation = Anchor & {
  userId: string;
  lessonId: number | null;
  law: { id: number; article: string; lexId: string } | null;
  /** The title of the lesson, or the name of the article. */
  lessonTitle: string;
  creationKey: string;
  note: string;
  now: Date;
};

const keyOf = ({ quote, note, lessonTitle }: Pick<NewAnnotation, 'quote' | 'note' | 'lessonTitle'>) =>
  searchKey(`${lessonTitle}\n${quote}\n${note}`);

export async function insertAnnotation(tx: Tx, made: NewAnnotation): Promise<number> {
  const { id } = await tx
    .insertInto('annotations')
    .values({
      user_id: made.userId,
      lesson_id: made.lessonId,
      law_id: made.law?.id ?? null,
      law_article: made.law?.article ?? null,
      law_device: made.law?.lexId ?? null,
      lesson_title: made.lessonTitle,
      creation_key: made.creationKey,
      quote: made.quote,
      prefix: made.prefix,
      suffix: made.suffix,
      position: made.position,
      note: made.note,
      search_key: keyOf(made),
      created_at: made.now,
      updated_at: made.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a highlight of the calling user until the transaction ends. */
export async function lockAnnotation(tx: Tx, userId: string, id: number) {
  return tx
    .selectFrom('annotations')
    .select(['id', 'version', 'note', 'quote', 'lesson_title as lessonTitle'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

type Noted = { id: number; version: number; note: string; quote: string; lessonTitle: string; now: Date };

export async function saveNote(tx: Tx, noted: Noted): Promise<void> {
  await tx
    .updateTable('annotations')
    .set({ note: noted.note, search_key: keyOf(noted), version: noted.version + 1, updated_at: noted.now })
    .where('id', '=', noted.id)
    .execute();
}

export async function deleteAnnotation(db: Db, userId: string, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('annotations')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
