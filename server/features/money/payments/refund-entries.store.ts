import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';

export type RefundEntry = {
  amount: number;
  paidOn: string;
  through: 'provider' | 'office';
  endToEndId: string | null;
  note: string | null;
  /** Null: at the provider's own desk. */
  by: string | null;
  creationKey: string | null;
};

export async function insertRefundEntry(tx: Tx, paymentId: number, entry: RefundEntry, now: Date): Promise<void> {
  await tx
    .insertInto('refund_entries')
    .values({
      payment_id: paymentId,
      amount: entry.amount,
      paid_on: entry.paidOn,
      through: entry.through,
      end_to_end_id: entry.endToEndId,
      note: entry.note,
      recorded_by: entry.by,
      recorded_at: now,
      creation_key: entry.creationKey,
    })
    .execute();
}

/** Gives the refund of an earlier version its entry, so that the parts add up. Idempotent. */
export async function insertEarlierEntry(tx: Tx, paymentId: number): Promise<void> {
  await sql`
    INSERT INTO refund_entries (payment_id, amount, paid_on, through, end_to_end_id, note, recorded_by, recorded_at)
    SELECT payment_id, amount, paid_on, 'office', end_to_end_id, note, recorded_by, recorded_at
    FROM refunds
    WHERE payment_id = ${paymentId} AND recorded_at IS NOT NULL AND amount IS NOT NULL AND paid_on IS NOT NULL
      AND NOT EXISTS (SELECT FROM refund_entries WHERE refund_entries.payment_id = refunds.payment_id)`.execute(tx);
}

/** The entries of one order; a person records them, so there are few. The caller has locked the order. */
export async function listRefundEntries(tx: Tx, paymentId: number): Promise<RefundEntry[]> {
  const rows = await tx
    .selectFrom('refund_entries')
    .select([
      'amount',
      sql<string>`paid_on::text`.as('paidOn'),
      sql<RefundEntry['through']>`through`.as('through'),
      'end_to_end_id as endToEndId',
      'note',
      'recorded_by as by',
      'creation_key as creationKey',
    ])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
  return rows;
}

/** Cents that providers report as received for an order. */
export async function sumChargesReceived(tx: Tx, paymentId: number): Promise<number> {
  const { received } = await tx
    .selectFrom('charges')
    .select(sql<number>`coalesce(sum(received), 0)::integer`.as('received'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return received;
}
