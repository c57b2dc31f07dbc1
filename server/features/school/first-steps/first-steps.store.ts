import { sql } from 'kysely';
import type { FirstStepName } from '#contract/school/first-steps.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export async function listSkips(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('first_step_skips').select('step').execute();
  return new Set(rows.map(({ step }) => step));
}

/** Whether anything changed. */
export async function insertSkip(tx: Tx, step: FirstStepName, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('first_step_skips')
    .values({ step, skipped_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether anything changed. */
export async function deleteSkip(tx: Tx, step: FirstStepName): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('first_step_skips').where('step', '=', step).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Whether any order has received money. */
export async function hasReceivedMoney(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM received_amounts WHERE amount > 0) AS found`.execute(db);
  return rows[0]?.found ?? false;
}
