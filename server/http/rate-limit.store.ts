import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

export type Counted = { class: string; key: Buffer; minute: Date; count: number };

/**
 * Adds the counts of this process and returns the totals of all processes, in the same order. Callers add keys in a
 * fixed order: two processes that add the same keys would deadlock otherwise.
 */
export async function addCounts(db: Db, counted: Counted[]): Promise<number[]> {
  const rows = await db
    .insertInto('rate_counts')
    .values(counted)
    .onConflict((conflict) =>
      conflict.columns(['minute', 'class', 'key']).doUpdateSet({ count: sql`rate_counts.count + excluded.count` }),
    )
    .returning(['class', 'key', 'count'])
    .execute();
  const name = (row: { class: string; key: Buffer }) => `${row.class}:${row.key.toString('hex')}`;
  const totals = new Map(rows.map((row) => [name(row), row.count]));
  return counted.map((row) => totals.get(name(row)) ?? 0);
}

export async function deleteOldCounts(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('rate_counts').where('minute', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
