import { sql } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';
import type { Pausing } from '#server/db/unpaused.ts';

/** Doubled with every failure. */
const FIRST_PAUSE_MS = 5 * MINUTE_MS;
/** Shorter than half a day: work that runs once a day retries its failed items on every run. */
const LONGEST_PAUSE_MS = 6 * HOUR_MS;

export async function recordFailure(db: Db, { work, now }: Pausing, item: string): Promise<void> {
  await sql`
    INSERT INTO failed_items AS failed (work, item, failures, failed_at, retry_at)
    VALUES (${work}, ${item}, 1, ${now}, ${new Date(now.getTime() + FIRST_PAUSE_MS)})
    ON CONFLICT (work, item) DO UPDATE SET failures = failed.failures + 1, failed_at = excluded.failed_at,
      retry_at = excluded.failed_at + interval '1 millisecond'
        * least(${LONGEST_PAUSE_MS}::float8, ${FIRST_PAUSE_MS}::float8 * power(2, least(failed.failures, 20)))`.execute(
    db,
  );
}

/** The items among these that failed before, with the time of their retry. */
export async function listFailures(db: Db, work: string, items: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (items.length === 0) return new Map();
  const rows = await db
    .selectFrom('failed_items')
    .select(['item', 'retry_at as retryAt'])
    .where('work', '=', work)
    .where('item', '=', sql<string>`ANY(${items})`)
    .execute();
  return new Map(rows.map(({ item, retryAt }) => [item, retryAt]));
}

export async function forgetFailures(db: Db, work: string, items: readonly string[]): Promise<void> {
  if (items.length === 0) return;
  await db.deleteFrom('failed_items').where('work', '=', work).where('item', '=', sql<string>`ANY(${items})`).execute();
}

/** Deletes the failures whose retry is due. After a run over all due items, they are done or no longer needed. */
export async function forgetDueFailures(db: Db, { work, now }: Pausing): Promise<void> {
  await db.deleteFrom('failed_items').where('work', '=', work).where('retry_at', '<=', now).execute();
}

/** Items of a job, in all its steps, that failed and wait for their retry. */
export async function countFailures(db: Db, job: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM failed_items WHERE split_part(work, '/', 1) = ${job}`.execute(db);
  return rows[0]?.count ?? 0;
}
