import { sql } from 'kysely';
import type { Db } from '../server/db/connect.ts';

/** Other journeys have published on this worker's database before: the study hub begins as on the first day. */
export async function emptyLibrary(db: Db): Promise<void> {
  await db.deleteFrom('lessons').execute();
  await sql`SELECT pg_notify('alvorada', 'lessons:lists')`.execute(db);
}
