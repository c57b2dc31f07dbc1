import type { Db, Tx } from '#server/db/handle.ts';

export async function findDecision(db: Db | Tx, decisionId: number) {
  return db
    .selectFrom('payment_decisions')
    .select(['reason', 'taken_back_at as takenBackAt'])
    .where('id', '=', decisionId)
    .executeTakeFirst();
}

/** The approval in force, when there is one. */
export async function findCurrentApproval(tx: Tx, paymentId: number) {
  return tx
    .selectFrom('payment_decisions')
    .select(['id', 'activated', 'decided_at as decidedAt'])
    .where('payment_id', '=', paymentId)
    .where('decision', '=', 'approved')
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
}

export async function markTakenBack(tx: Tx, decisionId: number, now: Date): Promise<void> {
  await tx.updateTable('payment_decisions').set({ taken_back_at: now }).where('id', '=', decisionId).execute();
}

/** Whether the last decision about a payment was an approval that was taken back. */
export async function wasTakenBack(tx: Tx, paymentId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_decisions')
    .select('taken_back_at as takenBackAt')
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined && row.takenBackAt !== null;
}
