import pg from 'pg';
import { vi } from 'vitest';

/** How many statements a piece of work sends to PostgreSQL: a list must cost the same with one row and with many. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}
