import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { searchKey } from '#server/db/keys.ts';

const counted = (db: Db | Tx) =>
  db.selectFrom('subjects').select([
    'subjects.id',
    'subjects.name',
    sql<number>`(
      SELECT count(*) FROM lessons WHERE lessons.subject_id = subjects.id AND lessons.deleted_at IS NULL
    )`.as('lessonCount'),
  ]);

/** All of them: a school has dozens. */
export async function listSubjectRows(db: Db) {
  return counted(db).orderBy(sql`subjects.name COLLATE "pt-BR-x-icu"`).orderBy('subjects.id').execute();
}

export async function findSubject(db: Db | Tx, id: number) {
  return counted(db).where('subjects.id', '=', id).executeTakeFirst();
}

export async function findSubjectByName(db: Db | Tx, name: string) {
  return counted(db).where('subjects.name_key', '=', searchKey(name)).executeTakeFirst();
}

/** The ids of the subjects with these keys. */
export async function findSubjectIds(db: Db | Tx, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('subjects')
    .select(['id', 'name_key as key'])
    .where('name_key', 'in', [...keys])
    .execute();
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** The new id, or null where the name is taken. */
export async function insertSubject(
  db: Db | Tx,
  name: string,
  now: Date,
  { isSample = false } = {},
): Promise<number | null> {
  const row = await db
    .insertInto('subjects')
    .values({ name, name_key: searchKey(name), created_at: now, is_sample: isSample })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Holds subjects, in one order, so that no lesson can be put into them until the transaction ends. */
export async function lockSubjects(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('subjects')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function renameSubjectRow(tx: Tx, id: number, name: string): Promise<void> {
  await tx
    .updateTable('subjects')
    .set({ name, name_key: searchKey(name) })
    .where('id', '=', id)
    .execute();
}

export async function moveLessons(tx: Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('lessons').set({ subject_id: into }).where('subject_id', '=', from).execute();
}

export async function deleteSubjectRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('subjects').where('id', '=', id).execute();
}

export type SubjectUses = { questions: number; lessons: number; draws: number; subtopics: number; syllabi: number };

/** What stands on a subject. Topics that nothing stands on go with it. */
export async function countSubjectUses(tx: Tx, id: number): Promise<SubjectUses> {
  const { rows } = await sql<Omit<SubjectUses, 'subtopics'>>`
    SELECT (SELECT count(*) FROM questions WHERE subject_id = ${id}) AS questions,
           (SELECT count(*) FROM lessons WHERE subject_id = ${id} AND deleted_at IS NULL) AS lessons,
           (SELECT count(*) FROM quiz_version_draws WHERE subject_id = ${id}) AS draws,
           (SELECT count(*) FROM syllabus_subjects WHERE subject_id = ${id}) AS syllabi`.execute(tx);
  return { questions: 0, lessons: 0, draws: 0, syllabi: 0, ...rows[0], subtopics: 0 };
}
