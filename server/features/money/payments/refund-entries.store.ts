import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type RefundEntry = {
  amount: number;
  paidOn: string;
  through: 'provider' | 'office';
  endToEndId: string | null;
  note: string | null;
  /** Where an own transfer of the office went. */
  pixKey?: string | null;
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
      pix_key: entry.pixKey,
      recorded_by: entry.by,
      recorded_at: now,
      creation_key: entry.creationKey,
    })
    .execute();
}

/** Gives refunds of an earlier version their entry, so that the parts add up. Idempotent. Returns how many there were. */
export async function insertEarlierEntries(
  db: Db | Tx,
  { paymentId, limit }: { paymentId?: number; limit: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO refund_entries (payment_id, amount, paid_on, through, end_to_end_id, note, recorded_by, recorded_at)
    SELECT payment_id, amount, paid_on,
      CASE WHEN EXISTS (SELECT FROM charges WHERE charges.payment_id = refunds.payment_id AND charges.returned > 0)
        THEN 'provider' ELSE 'office' END,
      end_to_end_id, note, recorded_by, recorded_at
    FROM refunds
    WHERE recorded_at IS NOT NULL AND amount > 0 AND paid_on IS NOT NULL
      AND ${paymentId === undefined ? sql`true` : sql`payment_id = ${paymentId}`}
      AND NOT EXISTS (SELECT FROM refund_entries WHERE refund_entries.payment_id = refunds.payment_id)
    LIMIT ${limit}
    RETURNING id`.execute(db);
  return rows.length;
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
