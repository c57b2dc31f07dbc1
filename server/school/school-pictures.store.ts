import { imageAddress, imageIdOf } from '#contract/platform/image-address.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** The file key of a picture in the library (`/api/media/7`). */
export async function findPictureFile(db: Db | Tx, path: string): Promise<string | undefined> {
  const id = imageAddress.test(path) ? imageIdOf(path) : 0;
  const row = await db.selectFrom('media').select('file_key as key').where('id', '=', id).executeTakeFirst();
  return row?.key;
}
