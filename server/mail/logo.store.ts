import type { Db, Tx } from '#server/db/handle.ts';

/** The stored file of a picture of the library (`/api/media/7`). */
export async function findLogoFile(db: Db | Tx, path: string): Promise<string | undefined> {
  const id = Number(/^\/api\/media\/(\d{1,9})$/.exec(path)?.[1] ?? 0);
  const row = await db.selectFrom('media').select('file_key as key').where('id', '=', id).executeTakeFirst();
  return row?.key;
}
