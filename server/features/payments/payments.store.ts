import type { Db, Tx } from '../../db/connect.ts';

export async function insertPayment(
  db: Db | Tx,
  payment: { paymentCode: string; amount: number; userId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('payments')
    .values({
      payment_code: payment.paymentCode,
      amount: payment.amount,
      status: 'pending',
      user_id: payment.userId,
      created_at: payment.now,
      updated_at: payment.now,
    })
    .execute();
}

export async function findPaymentOf(db: Db | Tx, userId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'payment_code as paymentCode', 'status'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Compare-and-set: true when this call made the change. */
export async function approveOpenPayment(db: Db | Tx, id: number, by: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ status: 'approved', decided_by: by, decided_at: now, updated_at: now, rejection_reason: null })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'analyzing'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function cancelOpenPayment(db: Db | Tx, id: number, now: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status: 'cancelled', updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'analyzing', 'rejected'])
    .execute();
}
