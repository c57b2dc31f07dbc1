import type { Tx } from '#server/db/handle.ts';
import { type PaymentRow, paymentColumns, typed } from './payments.store.ts';

/** The order loses its coupon and costs the day's price. The caller has locked it, so its version is current. */
export async function saveLapse(
  tx: Tx,
  from: PaymentRow,
  { price, now }: { price: number; now: Date },
): Promise<PaymentRow> {
  const row = await tx
    .updateTable('payments')
    .set({
      amount: price,
      full_amount: price,
      coupon_id: null,
      coupon_lapsed_at: now,
      lapsed_amount: from.amount,
      updated_at: now,
      version: from.version + 1,
    })
    .where('id', '=', from.id)
    .where('version', '=', from.version)
    .returning(paymentColumns)
    .executeTakeFirstOrThrow();
  return typed(row);
}
