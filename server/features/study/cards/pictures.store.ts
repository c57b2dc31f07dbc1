import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

const picture = ['id', 'width', 'height'] as const;

export async function findOwnPicture(db: Db | Tx, userId: string, sha256: Buffer) {
  return db
    .selectFrom('card_pictures')
    .select(picture)
    .where('user_id', '=', userId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

export async function countPictures(db: Db | Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('card_pictures')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

type NewPicture = {
  userId: string;
  sha256: Buffer;
  fileKey: string;
  mimeType: string;
  bytes: number;
  width: number;
  height: number;
  now: Date;
};

/** Undefined where the same file has arrived meanwhile. */
export async function insertPicture(tx: Tx, made: NewPicture) {
  return tx
    .insertInto('card_pictures')
    .values({
      user_id: made.userId,
      sha256: made.sha256,
      file_key: made.fileKey,
      mime_type: made.mimeType,
      bytes: made.bytes,
      width: made.width,
      height: made.height,
      created_at: made.now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'sha256']).doNothing())
    .returning(picture)
    .executeTakeFirst();
}

export async function findPictureFile(db: Db, userId: string, id: number) {
  return db
    .selectFrom('card_pictures')
    .select(['file_key as fileKey', 'mime_type as mimeType'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether a card that was made from one of these questions shows the picture. */
export async function isPictureOf(db: Db, pictureId: number, questionIds: readonly number[]): Promise<boolean> {
  if (questionIds.length === 0) return false;
  const { rows } = await sql`
    SELECT FROM cards WHERE picture_id = ${pictureId} AND question_id = ANY(${questionIds}::int[]) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Locks the picture until the card that names it is stored. */
export async function lockOwnPicture(tx: Tx, userId: string, id: number) {
  return tx
    .selectFrom('card_pictures')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

const unused = sql`NOT EXISTS (SELECT FROM cards WHERE cards.picture_id = card_pictures.id)`;

/** Locks pictures that no card uses. One that a card being stored names is locked by it, and skipped. */
export async function lockUnusedPictures(tx: Tx, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM card_pictures WHERE created_at < ${before} AND ${unused}
    ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes those of the locked pictures that are still unused. Their files are released by a trigger. */
export async function deleteLockedPictures(tx: Tx, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM card_pictures WHERE id = ANY(${ids}::int[]) AND ${unused}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
