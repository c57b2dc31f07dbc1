import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type VersionText = { title: string; content: string; subjectId: number | null };
export type NewVersion = VersionText & {
  lessonId: number;
  isPublished: boolean;
  savedBy: string | null;
  now: Date;
};

/** The last one, without its text; `isSame` says whether that is the given one. */
export async function findNewest(tx: Tx, lessonId: number, text: VersionText) {
  return tx
    .selectFrom('lesson_versions')
    .select([
      'id',
      'is_published as isPublished',
      'saved_by as savedBy',
      'begun_at as begunAt',
      sql<boolean>`(title = ${text.title} AND content = ${text.content} AND subject_id IS NOT DISTINCT FROM ${text.subjectId}::int)`.as(
        'isSame',
      ),
    ])
    .where('lesson_id', '=', lessonId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const columnsOf = ({ title, content, subjectId, isPublished, savedBy, now }: Omit<NewVersion, 'lessonId'>) => ({
  title,
  content,
  subject_id: subjectId,
  is_published: isPublished,
  saved_by: savedBy,
  saved_at: now,
});

export async function insertVersion(tx: Tx, version: NewVersion): Promise<void> {
  await tx
    .insertInto('lesson_versions')
    .values({ ...columnsOf(version), lesson_id: version.lessonId, begun_at: version.now })
    .execute();
}

export async function rewriteVersion(tx: Tx, id: number, version: NewVersion): Promise<void> {
  await tx.updateTable('lesson_versions').set(columnsOf(version)).where('id', '=', id).execute();
}

export async function markPublished(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('lesson_versions').set({ is_published: true }).where('id', '=', id).execute();
}

/** Only the newest stay. */
export async function pruneVersions(tx: Tx, lessonId: number, most: number): Promise<void> {
  await sql`
    DELETE FROM lesson_versions WHERE lesson_id = ${lessonId} AND id <= (
      SELECT id FROM lesson_versions WHERE lesson_id = ${lessonId} ORDER BY id DESC OFFSET ${most} LIMIT 1
    )`.execute(tx);
}

const summary = [
  'lesson_versions.id',
  'lesson_versions.title',
  'lesson_versions.is_published as isPublished',
  'lesson_versions.saved_at as savedAt',
  sql<string | null>`nullif(trim(concat_ws(' ', users.first_name, users.last_name)), '')`.as('savedByName'),
] as const;

const named = (db: Db) => db.selectFrom('lesson_versions').leftJoin('users', 'users.id', 'lesson_versions.saved_by');

export async function listVersionRows(db: Db, lessonId: number, most: number) {
  return named(db)
    .select(summary)
    .where('lesson_id', '=', lessonId)
    .orderBy('lesson_versions.id', 'desc')
    .limit(most)
    .execute();
}

export async function findVersion(db: Db, lessonId: number, id: number) {
  return named(db)
    .select([...summary, 'lesson_versions.content', 'lesson_versions.subject_id as subjectId'])
    .where('lesson_id', '=', lessonId)
    .where('lesson_versions.id', '=', id)
    .executeTakeFirst();
}
