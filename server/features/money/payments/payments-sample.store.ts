import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';

export async function listPaymentIdsOf(tx: Tx, userIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM payments WHERE student_id = ANY(${userIds}::uuid[]) OR user_id = ANY(${userIds}::uuid[])
    ORDER BY id FOR UPDATE`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Takes the mark of its place from an order, and says of which offer it was; null where it had none. */
export async function releaseSeat(tx: Tx, paymentCode: string): Promise<number | null> {
  const row = await tx
    .updateTable('payments')
    .set({ took_place: false })
    .where('payment_code', '=', paymentCode)
    .where('took_place', '=', true)
    .returning('offer_id as offerId')
    .executeTakeFirst();
  return row?.offerId ?? null;
}

/** The offers of which these orders hold a place, one for each place. */
export async function listSeatsTaken(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ offerId: number }>`
    SELECT offer_id AS "offerId" FROM payments
    WHERE id = ANY(${ids}::int[]) AND took_place AND offer_id IS NOT NULL`.execute(tx);
  return rows.map(({ offerId }) => offerId);
}

export async function deletePaymentsOf(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM refunds WHERE payment_id = ANY(${ids}::int[])`.execute(tx);
  await sql`DELETE FROM payment_proofs WHERE payment_id = ANY(${ids}::int[])`.execute(tx);
  await sql`DELETE FROM payment_decisions WHERE payment_id = ANY(${ids}::int[])`.execute(tx);
  await sql`DELETE FROM payments WHERE id = ANY(${ids}::int[])`.execute(tx);
}
