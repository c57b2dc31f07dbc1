import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

export async function insertUnclaimed(db: Db | Tx, keys: string[], at: Date): Promise<void> {
  await db
    .insertInto('unclaimed_files')
    .values(keys.map((key) => ({ key, at })))
    .execute();
}

/** The same for a key that may be recorded already. */
export async function noteUnclaimed(db: Db | Tx, key: string, at: Date): Promise<void> {
  await db
    .insertInto('unclaimed_files')
    .values({ key, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** True when all of them were still recorded: the sweep has removed none. */
export async function claimFiles(db: Db | Tx, keys: string[]): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('unclaimed_files').where('key', 'in', keys).executeTakeFirst();
  return Number(numDeletedRows) === keys.length;
}

export async function listUnclaimed(
  db: Db,
  { before, pausing, limit }: { before: Date; pausing: Pausing; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('unclaimed_files')
    .select('key')
    .where('at', '<=', before)
    .where(isUnpaused(pausing, sql.ref('key')))
    .orderBy('at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.key);
}
