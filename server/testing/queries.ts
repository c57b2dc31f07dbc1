import pg from 'pg';
import { vi } from 'vitest';

/**
 * What the process does by the clock, whatever the test does: the job queue, the shared counts of the limits, and
 * the bus asking whether its connection still lives.
 */
const HOUSEKEEPING = /pgboss|rate_counts|^SELECT 1$/;

const textOf = ([first]: readonly unknown[]) =>
  typeof first === 'string' ? first : String((first as { text?: unknown } | undefined)?.text ?? '');

/** How many statements a piece of work sends to PostgreSQL: a list must cost the same with one row and with many. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.filter((call) => !HOUSEKEEPING.test(textOf(call))).length;
  } finally {
    query.mockRestore();
  }
}
