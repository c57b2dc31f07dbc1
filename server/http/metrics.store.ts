import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** `oldestSeconds`: how long the oldest waiting job has been due; null for other states. */
export type QueueDepth = { queue: string; state: string; count: number; oldestSeconds: number | null };

/** Finished jobs are not counted: they are many, and nothing waits for them. */
export async function countJobs(db: Db, now: Date): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    SELECT name AS queue, state::text AS state, count(*) AS count,
           extract(epoch FROM ${now}::timestamptz - min(start_after) FILTER (WHERE state = 'created'))::float8 AS "oldestSeconds"
    FROM pgboss.job
    WHERE state IN ('created', 'retry', 'active', 'failed') GROUP BY name, state`.execute(db);
  return rows;
}

/** Attempts at mock exams that are open now. */
export async function countOpenAttempts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('attempts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Null: never. */
export async function lastBackupAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('backups')
    .select((select) => select.fn.max('finished_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}
