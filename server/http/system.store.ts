import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** Succeeds only when the database answers and the migrations have run; returns whether it takes writes. */
export async function isWritable(db: Db): Promise<boolean> {
  const { writable } = await db
    .selectFrom('migrations')
    .select(sql<boolean>`current_setting('transaction_read_only') = 'off'`.as('writable'))
    .limit(1)
    .executeTakeFirstOrThrow();
  return writable;
}
