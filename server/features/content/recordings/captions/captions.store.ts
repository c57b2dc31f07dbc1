import { sql } from 'kysely';
import type { Cue } from '#contract/content/caption-files.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export async function findCaptions(db: Db | Tx, recordingId: number) {
  const { rows } = await sql<{ cues: Cue[]; revision: number }>`
    SELECT cues, revision FROM recording_captions WHERE recording_id = ${recordingId}`.execute(db);
  return rows[0];
}

/** Which of the recordings have captions. */
export async function listCaptioned(db: Db, recordingIds: readonly number[]): Promise<number[]> {
  if (recordingIds.length === 0) return [];
  const rows = await db
    .selectFrom('recording_captions')
    .select('recording_id as id')
    .where('recording_id', 'in', [...recordingIds])
    .where(sql<boolean>`body <> ''`)
    .execute();
  return rows.map(({ id }) => id);
}

type Saved = { recordingId: number; cues: readonly Cue[]; savedBy: string; now: Date };

/** Compare-and-set on the revision that the author has read; 0: there was no row. False: another save was first. */
export async function saveCaptions(tx: Tx, { recordingId, cues, savedBy, now }: Saved, revision: number) {
  const values = {
    cues: JSON.stringify(cues),
    body: cues.map(({ text }) => text).join('\n'),
    saved_by: savedBy,
    updated_at: now,
  };
  if (revision === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('recording_captions')
      .values({ ...values, recording_id: recordingId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('recording_captions')
    .set({ ...values, revision: revision + 1 })
    .where('recording_id', '=', recordingId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** `authorId` null: of all lessons. Drafts without a published lesson are left out. */
const without = (authorId: string | null) => sql`
  FROM recordings r JOIN lessons l ON l.id = r.lesson_id
  WHERE l.deleted_at IS NULL AND (${authorId}::uuid IS NULL OR l.author_id = ${authorId}::uuid)
    AND NOT EXISTS (SELECT FROM recording_captions c WHERE c.recording_id = r.id AND c.body <> '')`;

export async function listWithoutCaptions(db: Db, authorId: string | null, limit: number) {
  const { rows } = await sql<{ id: number; title: string; lessonId: number; lessonTitle: string }>`
    SELECT r.id, r.title, l.id AS "lessonId", l.title AS "lessonTitle" ${without(authorId)}
    ORDER BY r.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countWithoutCaptions(db: Db, authorId: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${without(authorId)}`.execute(db);
  return rows[0]?.count ?? 0;
}
