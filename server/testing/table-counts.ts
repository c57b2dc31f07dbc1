import { sql } from 'kysely';
import type { Db } from '../db/handle.ts';

/** Rows of every table of the product, in one read. */
export async function tableCounter(db: Db): Promise<() => Promise<Map<string, number>>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`.execute(db);
  const counts = tables.map(
    ({ name }) => sql`SELECT ${sql.lit(name)} AS name, count(*) AS count FROM ${sql.table(name)}`,
  );
  const all = sql<{ name: string; count: number }>`${sql.join(counts, sql` UNION ALL `)}`;
  return async () => {
    const { rows } = await all.execute(db);
    return new Map(rows.map(({ name, count }) => [name, Number(count)]));
  };
}

/** What has more rows than before, and how many more. */
export function growth(before: Map<string, number>, after: Map<string, number>): Record<string, number> {
  const grown = [...after].map(([name, count]): [string, number] => [name, count - (before.get(name) ?? 0)]);
  return Object.fromEntries(grown.filter(([, more]) => more > 0));
}
