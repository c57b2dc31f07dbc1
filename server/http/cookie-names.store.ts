import type { Db } from '#server/db/handle.ts';

/** When this school began to use prefixed cookie names. */
export async function findRenamingOfCookies(db: Db): Promise<Date> {
  const { applied_at } = await db
    .selectFrom('migrations')
    .select('applied_at')
    .where('name', '=', '1541_cookie_names.sql')
    .executeTakeFirstOrThrow();
  return applied_at;
}
