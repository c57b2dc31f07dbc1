import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

const LAYOUTS_MAX = 200;

export async function listLayouts(db: Db) {
  return db
    .selectFrom('statement_layouts')
    .select([sql<string>`encode(header_key, 'hex')`.as('headerKey'), 'date_column as date', 'amount_column as amount'])
    .orderBy('saved_at', 'desc')
    .limit(LAYOUTS_MAX)
    .execute();
}

export async function saveLayout(
  tx: Tx,
  headerKey: string,
  columns: { date: number; amount: number },
  now: Date,
): Promise<void> {
  const layout = { date_column: columns.date, amount_column: columns.amount, saved_at: now };
  await tx
    .insertInto('statement_layouts')
    .values({ header_key: Buffer.from(headerKey, 'hex'), ...layout })
    .onConflict((conflict) => conflict.column('header_key').doUpdateSet(layout))
    .execute();
}
