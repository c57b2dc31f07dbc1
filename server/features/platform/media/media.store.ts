import type { Db, Tx } from '#server/db/handle.ts';

type NewMedia = {
  ownerId: string;
  sha256: Buffer;
  fileKey: string;
  mimeType: string;
  bytes: number;
  width: number;
  height: number;
  name: string;
  now: Date;
};

export async function findOwnMedia(db: Db, ownerId: string, sha256: Buffer) {
  return db
    .selectFrom('media')
    .select(['id', 'address as url', 'width', 'height'])
    .where('owner_id', '=', ownerId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

/** Undefined where the same file of the same owner has arrived meanwhile. */
export async function insertMedia(db: Db | Tx, media: NewMedia) {
  return db
    .insertInto('media')
    .values({
      owner_id: media.ownerId,
      sha256: media.sha256,
      file_key: media.fileKey,
      mime_type: media.mimeType,
      bytes: media.bytes,
      width: media.width,
      height: media.height,
      name: media.name,
      created_at: media.now,
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'sha256']).doNothing())
    .returning(['id', 'address as url', 'width', 'height'])
    .executeTakeFirst();
}

export async function findMedia(db: Db, id: number) {
  return db
    .selectFrom('media')
    .select(['id', 'owner_id as ownerId', 'address', 'file_key as fileKey', 'mime_type as mimeType'])
    .where('id', '=', id)
    .executeTakeFirst();
}
