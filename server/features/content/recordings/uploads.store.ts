import { sql } from 'kysely';
import { RECORDING_UPLOADS_MAX } from '#contract/limits.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

const columns = [
  'id',
  'lesson_id as lessonId',
  'title',
  'bytes',
  'received',
  'mime_type as mimeType',
  'file_key as fileKey',
  'store_id as storeId',
  'receipts',
  'expires_at as expiresAt',
] as const;

export async function listUploads(db: Db, lessonId: number, userId: string, now: Date) {
  return db
    .selectFrom('recording_uploads')
    .select(columns)
    .where('lesson_id', '=', lessonId)
    .where('uploaded_by', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .limit(RECORDING_UPLOADS_MAX)
    .execute();
}

export type UploadRow = Awaited<ReturnType<typeof listUploads>>[number];

/** Waits for another upload that this person begins at the same moment: their number is bounded. */
export async function lockUploads(tx: Tx, userId: string, now: Date): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`recording-uploads:${userId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('recording_uploads')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('uploaded_by', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

type NewUpload = {
  id: string;
  lessonId: number;
  title: string;
  bytes: number;
  fileKey: string;
  storeId: string;
  userId: string;
  now: Date;
  expiresAt: Date;
};

export async function insertUpload(tx: Tx, upload: NewUpload): Promise<UploadRow> {
  return tx
    .insertInto('recording_uploads')
    .values({
      id: upload.id,
      lesson_id: upload.lessonId,
      title: upload.title,
      bytes: upload.bytes,
      file_key: upload.fileKey,
      store_id: upload.storeId,
      uploaded_by: upload.userId,
      created_at: upload.now,
      expires_at: upload.expiresAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Only uploads of this person: another person's id is not found. */
export async function findUpload(db: Db | Tx, id: string, userId: string, now: Date): Promise<UploadRow | undefined> {
  return db
    .selectFrom('recording_uploads')
    .select(columns)
    .where('id', '=', id)
    .where('uploaded_by', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

type Claim = { id: string; holder: string; until: Date };

/** True when the upload is at this byte and no other request is sending. */
export async function claimUpload(db: Db, { id, holder, until }: Claim, received: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recording_uploads')
    .set({ holder, held_until: until })
    .where('id', '=', id)
    .where('received', '=', received)
    .where((where) => where.or([where('held_until', 'is', null), where('held_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A heartbeat of the sender. */
export async function extendClaim(db: Db, { id, holder, until }: Claim): Promise<void> {
  await db
    .updateTable('recording_uploads')
    .set({ held_until: until })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
}

export async function letGo(db: Db, id: string, holder: string): Promise<void> {
  await db
    .updateTable('recording_uploads')
    .set({ holder: null, held_until: null })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
}

/** Notes one more stored piece; false when another request has taken the upload over. */
export async function addPiece(
  db: Db,
  { id, holder, until }: Claim,
  piece: { length: number; receipt: string; mimeType: string; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recording_uploads')
    .set((set) => ({
      received: set('received', '+', piece.length),
      receipts: sql<string[]>`array_append(receipts, ${piece.receipt})`,
      mime_type: piece.mimeType,
      held_until: until,
      expires_at: piece.expiresAt,
    }))
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteUpload(db: Db | Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('recording_uploads').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** From now on it cannot be resumed; the cleanup deletes its pieces. */
export async function expireUpload(db: Db, id: string): Promise<void> {
  await db
    .updateTable('recording_uploads')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute();
}

export async function listExpired(db: Db, pausing: Pausing, limit: number) {
  return db
    .selectFrom('recording_uploads')
    .select(['id', 'file_key as fileKey', 'store_id as storeId'])
    .where('expires_at', '<=', pausing.now)
    .where(isUnpaused(pausing, sql.ref('id')))
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}
