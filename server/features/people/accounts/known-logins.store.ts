import type { Db, Tx } from '#server/db/handle.ts';

export type KnownKind = 'device' | 'address';

export async function listKnown(db: Db | Tx, userId: string, keys: readonly Buffer[]) {
  return db
    .selectFrom('known_logins')
    .select(['kind', 'key'])
    .where('user_id', '=', userId)
    .where('key', 'in', keys)
    .execute();
}

export async function hasKnownDevice(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_logins')
    .select('kind')
    .where('user_id', '=', userId)
    .where('kind', '=', 'device')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes one down and lets go of the oldest beyond `most`. */
export async function rememberKnown(
  tx: Tx,
  known: { userId: string; kind: KnownKind; key: Buffer; now: Date },
  most: number,
): Promise<void> {
  const { userId, kind, key, now } = known;
  await tx
    .insertInto('known_logins')
    .values({ user_id: userId, kind, key, last_login_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'key']).doUpdateSet({ last_login_at: now }))
    .execute();
  const kept = tx
    .selectFrom('known_logins')
    .select('key')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('last_login_at', 'desc')
    .orderBy('key')
    .limit(most);
  await tx
    .deleteFrom('known_logins')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', 'not in', kept)
    .execute();
}

export async function deleteKnown(tx: Db | Tx, userId: string, key: Buffer): Promise<void> {
  await tx.deleteFrom('known_logins').where('user_id', '=', userId).where('key', '=', key).execute();
}

export async function deleteKnownOf(tx: Db | Tx, userId: string): Promise<void> {
  await tx.deleteFrom('known_logins').where('user_id', '=', userId).execute();
}

export async function deleteOldKnown(db: Db, before: Date, limit: number): Promise<number> {
  const old = db
    .selectFrom('known_logins')
    .select(['user_id', 'kind', 'key'])
    .where('last_login_at', '<', before)
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('known_logins')
    .where((where) => where(where.refTuple('user_id', 'kind', 'key'), 'in', old.$asTuple('user_id', 'kind', 'key')))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
