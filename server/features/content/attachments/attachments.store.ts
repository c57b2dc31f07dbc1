import { sql } from 'kysely';
import { ATTACHMENTS_MAX } from '#contract/limits.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { AttachmentTarget } from './attachment-target.ts';

const columnOf = ({ kind }: AttachmentTarget) => (kind === 'lesson' ? ('lesson_id' as const) : ('course_id' as const));

const columns = [
  'id',
  'name',
  'mime_type as mimeType',
  'bytes',
  'file_key as fileKey',
  'has_watermark as hasWatermark',
  'lesson_id as lessonId',
  'course_id as courseId',
  'created_at as createdAt',
] as const;

const rowsOf = (kind: AttachmentTarget['kind']) =>
  builtOnce((db, id: number) =>
    db
      .selectFrom('attachments')
      .select(columns)
      .where(columnOf({ kind, id }), '=', id)
      .orderBy('id')
      .limit(ATTACHMENTS_MAX),
  );
const rows = { lesson: rowsOf('lesson'), course: rowsOf('course') };

export const listRows = (db: Db | Tx, { kind, id }: AttachmentTarget) => rows[kind](db, id);

export type AttachmentRow = Awaited<ReturnType<typeof listRows>>[number];

export async function findRow(db: Db | Tx, id: number): Promise<AttachmentRow | undefined> {
  return db.selectFrom('attachments').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function findSame(
  db: Db | Tx,
  place: AttachmentTarget,
  sha256: Buffer,
): Promise<AttachmentRow | undefined> {
  return db
    .selectFrom('attachments')
    .select(columns)
    .where(columnOf(place), '=', place.id)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

/** Waits for another file that is added to the same thing at this moment: their number is bounded. */
export async function lockTarget(tx: Tx, { kind, id }: AttachmentTarget): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`attachments:${kind}:${id}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('attachments')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where(columnOf({ kind, id }), '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

type NewAttachment = {
  name: string;
  mimeType: string;
  bytes: number;
  sha256: Buffer;
  fileKey: string;
  hasWatermark: boolean;
  uploadedBy: string;
  now: Date;
};

export async function insertRow(tx: Tx, place: AttachmentTarget, file: NewAttachment): Promise<AttachmentRow> {
  return tx
    .insertInto('attachments')
    .values({
      [columnOf(place)]: place.id,
      name: file.name,
      mime_type: file.mimeType,
      bytes: file.bytes,
      sha256: file.sha256,
      file_key: file.fileKey,
      has_watermark: file.hasWatermark,
      uploaded_by: file.uploadedBy,
      created_at: file.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function updateRow(db: Db, id: number, change: { name?: string; hasWatermark?: boolean }): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db
    .updateTable('attachments')
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.hasWatermark === undefined ? {} : { has_watermark: change.hasWatermark }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('attachments').where('id', '=', id).execute();
}

/** Students read it: it is published and not deleted. */
const readLesson = builtOnce((db, id: number) =>
  db.selectFrom('lessons').select('id').where('id', '=', id).where('deleted_at', 'is', null),
);

export async function isLessonRead(db: Db, id: number): Promise<boolean> {
  return (await readLesson(db, id)).length > 0;
}
