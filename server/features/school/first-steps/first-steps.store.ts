import { sql } from 'kysely';
import type { FirstStepName } from '#contract/school/first-steps.ts';
import type { Tx } from '#server/db/handle.ts';

/** What is read for the steps, as queries that are batched. */
export const stepReads = () => ({
  skips: sql<{ step: string }>`SELECT step FROM first_step_skips`,
  /** Whether a student has paid by PIX or at the provider. Cash at the desk and the example school prove nothing. */
  received: sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM received_amounts r JOIN payments p ON p.id = r.payment_id LEFT JOIN users u ON u.id = p.user_id
      WHERE r.amount > 0 AND r.source <> 'desk' AND u.is_sample IS NOT TRUE
    ) AS found`,
});

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
