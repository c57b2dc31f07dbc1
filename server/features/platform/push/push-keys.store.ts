import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** A handful at most, ever; the newest first. */
export async function listKeyRows(db: Db | Tx) {
  return db
    .selectFrom('push_keys')
    .select(['public_key as publicKey', 'sealed'])
    .orderBy('created_at', 'desc')
    .orderBy('public_key')
    .limit(20)
    .execute();
}

/** Two processes that both find no key make one. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`LOCK TABLE push_keys IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

export async function insertKey(tx: Tx, key: { publicKey: string; sealed: Buffer; now: Date }): Promise<void> {
  await tx
    .insertInto('push_keys')
    .values({ public_key: key.publicKey, sealed: key.sealed, created_at: key.now })
    .execute();
}
