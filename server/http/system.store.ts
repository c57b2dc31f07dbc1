import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** Answers only where the database does and the migrations have run; tells whether it takes what people write. */
export async function isWritable(db: Db): Promise<boolean> {
  const { writable } = await db
    .selectFrom('migrations')
    .select(sql<boolean>`current_setting('transaction_read_only') = 'off'`.as('writable'))
    .limit(1)
    .executeTakeFirstOrThrow();
  return writable;
}
