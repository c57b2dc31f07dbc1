import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** A node of `EXPLAIN (FORMAT JSON)`, with the fields that are read here. */
type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
};

/** How a statement reaches a table: by an index condition, or by reading all of its rows. */
export type Access = 'index' | 'whole table';

/** The tables that a plan reads, in the order of their names. A table that is read twice has its worse access. */
export function accessOf(plan: PlanNode): [table: string, access: Access][] {
  const found = new Map<string, Access>();
  const visit = (node: PlanNode): void => {
    const table = node['Relation Name'];
    if (table && node['Node Type'] !== 'ModifyTable') {
      const byIndex = node['Index Cond'] ?? node.Plans?.some((child) => hasCondition(child));
      if (!byIndex || !found.has(table)) found.set(table, byIndex ? 'index' : 'whole table');
    }
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(plan);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A bitmap scan has its condition below the node that names the table. */
const hasCondition = (node: PlanNode): boolean =>
  node['Node Type'].startsWith('Bitmap') &&
  (node['Index Cond'] !== undefined || (node.Plans ?? []).some((child) => hasCondition(child)));

/**
 * The access to each table in the generic plan of a statement, without its values. Sequential scans, hash and merge
 * joins are the last resort: with few rows PostgreSQL would otherwise never use an index.
 */
export async function explainAccess(db: Db, text: string): Promise<[table: string, access: Access][]> {
  return db.transaction().execute(async (tx) => {
    for (const setting of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
      await sql`SELECT set_config(${setting}, 'off', true)`.execute(tx);
    const { rows } = await sql
      .raw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
      .execute(tx);
    const [row] = rows;
    if (!row) throw new Error('EXPLAIN answered nothing.');
    return accessOf(row['QUERY PLAN'][0].Plan);
  });
}
