import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { vi } from 'vitest';
import type { Db } from '#server/db/handle.ts';

/**
 * Statements that the process sends by timers, whatever the test does: the job queue, the shared counts of the limits,
 * and the heartbeat of the bus. Also a connection's way to plan, which travels with the statement behind it.
 */
export const HOUSEKEEPING = /pgboss|rate_counts|^SELECT 1$|^SET plan_cache_mode/;

export const textOf = ([first]: readonly unknown[]) =>
  typeof first === 'string' ? first : String((first as { text?: unknown } | undefined)?.text ?? '');

/** The same for a list, which must have rows: an empty one takes one query, however badly it is read. */
export async function countListQueries(read: () => Promise<readonly unknown[]>): Promise<number> {
  let rows: readonly unknown[] = [];
  const count = await countQueries(async () => {
    rows = await read();
  });
  if (rows.length < 2) throw new Error(`A list of ${rows.length} rows does not tell how many queries its rows cost.`);
  return count;
}

/** The statements that a piece of work sends to PostgreSQL. */
export async function queriesOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(textOf).filter((text) => !HOUSEKEEPING.test(text));
  } finally {
    query.mockRestore();
  }
}

/** Counts them: a list must cost the same with one row and with many. */
export const countQueries = async (work: () => Promise<unknown>): Promise<number> => (await queriesOf(work)).length;

const valuesOf = ([first, second]: readonly unknown[]) =>
  ((first as { values?: unknown[] }).values ?? (Array.isArray(second) ? second : [])) as unknown[];

/**
 * The plans of the very statements that a piece of work sends, with sequential scans as the last resort: with few rows
 * PostgreSQL would otherwise never use an index.
 */
export async function plansOf(db: Db, work: () => Promise<unknown>): Promise<string> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  let sent: (readonly unknown[])[] = [];
  try {
    await work();
    sent = query.mock.calls.filter((call) => /^\W*(\/\*.*?\*\/)?\s*(SELECT|WITH)\b/i.test(textOf(call)));
  } finally {
    query.mockRestore();
  }
  return db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const plans: unknown[] = [];
    for (const call of sent.filter((one) => !HOUSEKEEPING.test(textOf(one)))) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(`EXPLAIN ${textOf(call)}`, valuesOf(call)));
      plans.push(rows);
    }
    return JSON.stringify(plans);
  });
}
