import { sql } from 'kysely';
import { RECORDINGS_MAX } from '#contract/limits.ts';
import type { Db, Tx } from '#server/db/handle.ts';

const columns = [
  'id',
  'lesson_id as lessonId',
  'title',
  'kind',
  'mime_type as mimeType',
  'bytes',
  'file_key as fileKey',
  'poster_key as posterKey',
  'duration_seconds as durationSeconds',
  'state',
  'attempts',
  'created_at as createdAt',
] as const;

export async function listRows(db: Db, lessonId: number) {
  return db
    .selectFrom('recordings')
    .select(columns)
    .where('lesson_id', '=', lessonId)
    .orderBy('id')
    .limit(RECORDINGS_MAX)
    .execute();
}

export type RecordingRow = Awaited<ReturnType<typeof listRows>>[number];

export async function findRow(db: Db, id: number): Promise<RecordingRow | undefined> {
  return db.selectFrom('recordings').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function listRenditions(db: Db, recordingIds: number[]) {
  if (recordingIds.length === 0) return [];
  return db
    .selectFrom('recording_renditions')
    .select(['recording_id as recordingId', 'height', 'bytes', 'file_key as fileKey'])
    .where('recording_id', 'in', recordingIds)
    .orderBy('height')
    .execute();
}

/** Waits for another recording that comes into the same lesson at this moment. */
export async function lockLessonRecordings(tx: Tx, lessonId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`recordings:${lessonId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('recordings')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('lesson_id', '=', lessonId)
    .executeTakeFirstOrThrow();
  return count;
}

type NewRecording = {
  lessonId: number;
  title: string;
  kind: 'video' | 'audio';
  mimeType: string;
  bytes: number;
  fileKey: string;
  uploadedBy: string;
  now: Date;
};

export async function insertRow(tx: Tx, recording: NewRecording): Promise<number> {
  const { id } = await tx
    .insertInto('recordings')
    .values({
      lesson_id: recording.lessonId,
      title: recording.title,
      kind: recording.kind,
      mime_type: recording.mimeType,
      bytes: recording.bytes,
      file_key: recording.fileKey,
      state: 'waiting',
      uploaded_by: recording.uploadedBy,
      created_at: recording.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameRow(db: Db, id: number, title: string): Promise<void> {
  await db.updateTable('recordings').set({ title }).where('id', '=', id).execute();
}

export async function deleteRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('recordings').where('id', '=', id).execute();
}

/** Begins the work on it once more; undefined where it is done, gone, or was begun often enough. */
export async function beginWork(db: Db, id: number, most: number): Promise<RecordingRow | undefined> {
  return db
    .updateTable('recordings')
    .set((set) => ({ state: 'working', attempts: set('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'working'])
    .where('attempts', '<', most)
    .returning(columns)
    .executeTakeFirst();
}

/** Stores the outcome, unless the processing was restarted since. */
export async function endWork(
  db: Db | Tx,
  { id, attempts }: Pick<RecordingRow, 'id' | 'attempts'>,
  end: { state: 'ready' | 'plain' | 'failed'; posterKey?: string | null; durationSeconds?: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recordings')
    .set({
      state: end.state,
      ...(end.posterKey === undefined ? {} : { poster_key: end.posterKey }),
      ...(end.durationSeconds === undefined ? {} : { duration_seconds: end.durationSeconds }),
    })
    .where('id', '=', id)
    .where('state', '=', 'working')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Started as often as allowed and never finished. */
export async function giveUp(db: Db, id: number, most: number): Promise<{ fileKey: string } | undefined> {
  return db
    .updateTable('recordings')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'working')
    .where('attempts', '>=', most)
    .returning('file_key as fileKey')
    .executeTakeFirst();
}

export async function insertRenditions(
  tx: Tx,
  recordingId: number,
  renditions: { height: number; bytes: number; fileKey: string }[],
): Promise<void> {
  if (renditions.length === 0) return;
  await tx
    .insertInto('recording_renditions')
    .values(
      renditions.map(({ height, bytes, fileKey }) => ({
        recording_id: recordingId,
        height,
        bytes,
        file_key: fileKey,
      })),
    )
    .execute();
}
