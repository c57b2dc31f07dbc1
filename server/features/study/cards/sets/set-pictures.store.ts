import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Locks uploads of a person until the set that names them is stored. */
export async function lockOwnPictures(tx: Tx, userId: string, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; sha256: Buffer }>`
    SELECT id, sha256 FROM card_pictures WHERE user_id = ${userId} AND id = ANY(${ids}::int[])
    ORDER BY id FOR KEY SHARE`.execute(tx);
  return rows;
}

/** The file of a picture in a set, by the first half of its hash. */
export async function findSetPictureFile(db: Db, setId: number, hash: string) {
  const { rows } = await sql<{ fileKey: string; mimeType: string }>`
    SELECT picture_key AS "fileKey", picture_mime AS "mimeType" FROM card_set_cards
    WHERE set_id = ${setId} AND substr(picture_sha256, 1, 16) = decode(${hash}, 'hex') LIMIT 1`.execute(db);
  return rows[0];
}

/**
 * Gives the student the pictures of these cards of a set, with the same files. The update changes nothing: it locks a
 * picture that the student has, so that no sweep deletes it before the copy names it.
 */
export async function copyPictures(tx: Tx, userId: string, setCardIds: readonly number[], now: Date) {
  const { rows } = await sql<{ id: number; sha256: Buffer }>`
    INSERT INTO card_pictures (user_id, sha256, file_key, mime_type, bytes, width, height, created_at)
    SELECT DISTINCT ON (picture_sha256) ${userId}::uuid, picture_sha256, picture_key, picture_mime, picture_bytes,
      picture_width, picture_height, ${now}::timestamptz
    FROM card_set_cards WHERE id = ANY(${setCardIds}::int[]) AND picture_key IS NOT NULL
    ORDER BY picture_sha256, id
    ON CONFLICT (user_id, sha256) DO UPDATE SET created_at = card_pictures.created_at
    RETURNING id, sha256`.execute(tx);
  return new Map(rows.map(({ id, sha256 }) => [sha256.toString('hex'), id]));
}
