import { sql } from 'kysely';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { AmountSource, RecordedAmount } from './received-amounts.policy.ts';

/** The amounts of one order; each is one payment, so there are few. The caller has locked the order. */
export async function listReceivedAmounts(tx: Tx, paymentId: number): Promise<RecordedAmount[]> {
  return tx
    .selectFrom('received_amounts')
    .select([
      'id',
      'amount',
      sql<AmountSource>`source`.as('source'),
      'end_to_end_id as endToEndId',
      'charge_id as chargeId',
      'entry_id as entryId',
      'recorded_at as recordedAt',
      'claimed_amount as claimedAmount',
    ])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
}

type NewAmount = {
  amount: number;
  receivedOn: string;
  source: AmountSource;
  endToEndId?: string | null;
  fee?: number | null;
  surcharge?: number;
  chargeId?: number;
  entryId?: number;
};

const valuesOf = ({ amount, receivedOn, source, endToEndId, fee, surcharge, chargeId, entryId }: NewAmount) => ({
  amount,
  received_on: receivedOn,
  source,
  end_to_end_id: endToEndId,
  fee,
  surcharge,
  charge_id: chargeId,
  entry_id: entryId,
});

export async function insertReceivedAmount(
  tx: Tx,
  paymentId: number,
  amount: NewAmount & { by: string | null; now: Date },
): Promise<void> {
  await tx
    .insertInto('received_amounts')
    .values({ payment_id: paymentId, ...valuesOf(amount), recorded_by: amount.by, recorded_at: amount.now })
    .execute();
}

/**
 * What is not named stays: who recorded it and when, and the other side that tells of it. The amount of a proof is
 * stored beside what the bank tells.
 */
export async function updateReceivedAmount(tx: Tx, id: number, change: NewAmount): Promise<void> {
  await tx
    .updateTable('received_amounts')
    .set({
      ...valuesOf(change),
      claimed_amount: sql`CASE WHEN source = 'proof' THEN amount ELSE claimed_amount END`,
      claimed_on: sql`CASE WHEN source = 'proof' THEN received_on ELSE claimed_on END`,
    })
    .where('id', '=', id)
    .execute();
}

export async function linkEntry(tx: Tx, id: number, entryId: number): Promise<void> {
  await tx.updateTable('received_amounts').set({ entry_id: entryId }).where('id', '=', id).execute();
}

/**
 * The line is no longer of this order: what only the line told of goes, what a provider reported stays, and what the
 * office had confirmed from a proof counts again.
 */
export async function removeEntryAmount(tx: Tx, entryId: number): Promise<void> {
  await sql`
    UPDATE received_amounts r
    SET source = 'proof', amount = r.claimed_amount, received_on = r.claimed_on, end_to_end_id = NULL, entry_id = NULL,
      claimed_amount = NULL, claimed_on = NULL
    WHERE r.entry_id = ${entryId} AND r.source = 'statement' AND r.claimed_amount IS NOT NULL
      AND NOT EXISTS (SELECT FROM received_amounts other
                      WHERE other.payment_id = r.payment_id AND other.source IN ('proof', 'desk'))`.execute(tx);
  await tx.deleteFrom('received_amounts').where('entry_id', '=', entryId).where('source', '=', 'statement').execute();
  await tx.updateTable('received_amounts').set({ entry_id: null }).where('entry_id', '=', entryId).execute();
}

/** The office takes back what it confirmed itself. */
export async function deleteByHand(tx: Tx, paymentId: number): Promise<void> {
  await tx
    .deleteFrom('received_amounts')
    .where('payment_id', '=', paymentId)
    .where('source', 'in', ['proof', 'desk'])
    .execute();
  await tx
    .updateTable('received_amounts')
    .set({ claimed_amount: null, claimed_on: null })
    .where('payment_id', '=', paymentId)
    .where('claimed_amount', 'is not', null)
    .execute();
}

/** From now on no amount is assumed for this order. */
export async function markLineRemoved(tx: Tx, paymentId: number, now: Date): Promise<void> {
  await tx.updateTable('payments').set({ line_removed_at: now }).where('id', '=', paymentId).execute();
}

/** Ids of the Pix network in the proofs of an order. */
export async function listProofIds(tx: Tx, paymentId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('proof_readings')
    .innerJoin('payment_proofs', 'payment_proofs.id', 'proof_readings.proof_id')
    .select('end_to_end_ids as ids')
    .where('payment_proofs.payment_id', '=', paymentId)
    .execute();
  return rows.flatMap(({ ids }) => ids);
}

/**
 * Gives approved orders without a received amount one with their price, as an earlier version counted them. An order
 * whose statement line was taken from it keeps what is left. Idempotent. Returns how many there were.
 */
export async function insertMissingAmounts(
  db: Db | Tx,
  { paymentId, limit }: { paymentId?: number; limit: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO received_amounts (payment_id, amount, received_on, source, recorded_by, recorded_at)
    SELECT p.id, p.amount, (coalesce(p.decided_at, p.created_at) AT TIME ZONE ${sql.lit(TIME_ZONE)})::date,
      CASE WHEN p.method IN ('cash', 'transfer', 'card_machine') THEN 'desk' ELSE 'proof' END, p.decided_by,
      coalesce(p.decided_at, p.created_at)
    FROM payments p
    WHERE p.status IN ('approved', 'refund_requested', 'refunded') AND p.amount > 0
      AND p.line_removed_at IS NULL
      AND ${paymentId === undefined ? sql`true` : sql`p.id = ${paymentId}`}
      AND NOT EXISTS (SELECT FROM received_amounts r WHERE r.payment_id = p.id)
    LIMIT ${limit}
    ON CONFLICT DO NOTHING
    RETURNING id`.execute(db);
  return rows.length;
}
