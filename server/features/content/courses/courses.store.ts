import { sql } from 'kysely';
import type { Category, Course, Difficulty } from '#contract/content/courses.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { searchKey } from '#server/db/keys.ts';

export type CourseRow = Omit<Course, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

/** The columns of a course under the names of the contract, for `courses` joined with its instructor as `users`. */
export const courseColumns = sql`
  courses.id, courses.title, courses.description, courses.category, courses.difficulty, courses.duration,
  courses.is_published AS "isPublished", (SELECT address FROM media WHERE media.id = courses.image_id) AS "imageUrl",
  courses.instructor_id AS "instructorId", users.first_name || ' ' || users.last_name AS "instructorName",
  courses.created_at AS "createdAt", courses.updated_at AS "updatedAt", courses.version`;

export async function findCourse(db: Db | Tx, id: number): Promise<CourseRow | undefined> {
  const { rows } = await sql<CourseRow>`
    SELECT ${courseColumns} FROM courses LEFT JOIN users ON users.id = courses.instructor_id
    WHERE courses.id = ${id} AND courses.deleted_at IS NULL`.execute(db);
  return rows[0];
}

export type CourseState = { id: number; instructorId: string | null; isPublished: boolean; version: number };

const stateOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('courses')
    .select(['id', 'instructor_id as instructorId', 'is_published as isPublished', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null);

/** What decides about changes of these courses; deleted ones are left out. */
export async function listCourseStates(db: Db | Tx, ids: readonly number[]): Promise<CourseState[]> {
  return db
    .selectFrom('courses')
    .select(['id', 'instructor_id as instructorId', 'is_published as isPublished', 'version'])
    .where('id', '=', sql<number>`ANY(${ids}::int[])`)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Reads what decides about a change and holds the row, alone, until the transaction ends. */
export async function lockCourse(tx: Tx, id: number): Promise<CourseState | undefined> {
  return stateOf(tx, id).forUpdate().executeTakeFirst();
}

/** Keeps the course as it is until the transaction ends; any number of readers may hold it at once. */
export async function lockCourseForShare(tx: Tx, id: number): Promise<CourseState | undefined> {
  return stateOf(tx, id).forShare().executeTakeFirst();
}

export type CourseFields = {
  title: string;
  description: string;
  category: Category;
  difficulty: Difficulty;
  duration: number | null;
  isPublished: boolean;
  imageId: number | null;
  instructorId: string | null;
};

const columnsOf = (fields: CourseFields) => ({
  title: fields.title,
  description: fields.description,
  search_key: searchKey(`${fields.title} ${fields.description}`),
  category: fields.category,
  difficulty: fields.difficulty,
  duration: fields.duration,
  is_published: fields.isPublished,
  image_id: fields.imageId,
  instructor_id: fields.instructorId,
});

/** The id of the new course; undefined when the creation key was used before. */
export async function insertCourse(
  tx: Tx,
  fields: CourseFields,
  creation: { key: string | undefined; now: Date },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('courses')
    .values({
      ...columnsOf(fields),
      creation_key: creation.key ?? null,
      created_at: creation.now,
      updated_at: creation.now,
    })
    .onConflict((conflict) => conflict.column('creation_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findCourseByKey(db: Db | Tx, key: string) {
  return db
    .selectFrom('courses')
    .select(['id', 'instructor_id as instructorId'])
    .where('creation_key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function updateCourseRow(tx: Tx, id: number, fields: CourseFields, now: Date): Promise<void> {
  await tx
    .updateTable('courses')
    .set((set) => ({ ...columnsOf(fields), version: set('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

export async function bumpVersion(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('courses')
    .set((set) => ({ version: set('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

export async function markDeleted(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('courses').set({ deleted_at: now }).where('id', '=', id).execute();
}

const activeAuthors = (db: Db | Tx) =>
  db.selectFrom('users').where('role', 'in', ['teacher', 'admin']).where('status', '=', 'active');

export async function isActiveAuthor(db: Db | Tx, id: string): Promise<boolean> {
  const row = await activeAuthors(db).select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function listActiveAuthors(db: Db, limit: number) {
  return activeAuthors(db)
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .orderBy(sql`first_name COLLATE "pt-BR-x-icu"`)
    .orderBy(sql`last_name COLLATE "pt-BR-x-icu"`)
    .limit(limit)
    .execute();
}

export async function isStoredImage(db: Db | Tx, id: number): Promise<boolean> {
  const row = await db.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
