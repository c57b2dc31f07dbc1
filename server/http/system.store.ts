import type { Db } from '../db/handle.ts';

/** Answers only where the database does and the migrations have run. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('migrations').select('name').limit(1).executeTakeFirstOrThrow();
}
