import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import type { NewCharge } from '#server/pix/provider/provider.ts';

const columns = [
  'id',
  'payment_id as paymentId',
  'provider',
  'txid',
  'amount',
  'pix_code as pixCode',
  'state',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'looks',
  'look_applied as lookApplied',
  'received',
  'returned',
  'end_to_end_ids as endToEndIds',
  'provider_ids as ids',
  'card_url as cardUrl',
  'slip_url as slipUrl',
  'card_amount as cardAmount',
] as const;

/** Bound of the charges that are read again for one order. */
const CHARGES_CHECKED = 10;

export async function findOpenCharge(db: Db | Tx, paymentId: number) {
  return db
    .selectFrom('charges')
    .select(columns)
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'open')
    .executeTakeFirst();
}
export type ChargeRow = NonNullable<Awaited<ReturnType<typeof findOpenCharge>>>;

/** By our own name, or by one that the provider gave. */
export async function findByTxid(db: Db | Tx, provider: string, txid: string) {
  return db
    .selectFrom('charges')
    .select(columns)
    .where('provider', '=', provider)
    .where((eb) => eb.or([eb('txid', '=', txid), sql<boolean>`provider_ids @> ARRAY[${txid}]::text[]`]))
    .executeTakeFirst();
}

export async function lockCharge(tx: Tx, id: number) {
  return tx.selectFrom('charges').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function countCharges(tx: Tx, paymentId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('charges')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCharge(
  tx: Tx,
  charge: {
    paymentId: number;
    provider: string;
    txid: string;
    amount: number;
    cardAmount: number | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<ChargeRow> {
  return tx
    .insertInto('charges')
    .values({
      payment_id: charge.paymentId,
      provider: charge.provider,
      txid: charge.txid,
      amount: charge.amount,
      card_amount: charge.cardAmount,
      state: 'open',
      created_at: charge.now,
      expires_at: charge.expiresAt,
      next_look_at: charge.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function saveMade(db: Db, id: number, { pixCode, cardUrl, slipUrl, ids }: NewCharge): Promise<void> {
  const made = { pix_code: pixCode, card_url: cardUrl, slip_url: slipUrl, provider_ids: ids };
  await db.updateTable('charges').set(made).where('id', '=', id).execute();
}

/** Replaced by a new charge because the amount changed or it expired. A payment of it is still found. */
export async function closeCharge(db: Db | Tx, id: number): Promise<void> {
  await db.updateTable('charges').set({ state: 'over' }).where('id', '=', id).execute();
}

/** Numbers a look as it begins. */
export async function beginSync(db: Db, id: number): Promise<number> {
  const row = await db
    .updateTable('charges')
    .set({ look_begun: sql`look_begun + 1` })
    .where('id', '=', id)
    .returning('look_begun as number')
    .executeTakeFirstOrThrow();
  return row.number;
}

export async function saveSync(
  tx: Tx,
  id: number,
  look: {
    number: number;
    isOpen: boolean;
    received: number;
    returned: number;
    fee: number | null;
    endToEndIds: string[];
    nextLookAt: Date | null;
  },
): Promise<void> {
  await tx
    .updateTable('charges')
    .set({
      look_applied: look.number,
      looks: sql`looks + 1`,
      state: look.isOpen ? sql`state` : 'over',
      received: look.received,
      returned: look.returned,
      fee: look.fee,
      end_to_end_ids: look.endToEndIds,
      next_look_at: look.nextLookAt,
    })
    .where('id', '=', id)
    .execute();
}

/** The provider did not know the charge: what it reported before stays, and so does the state. */
export async function saveMissing(
  tx: Tx,
  id: number,
  { number, nextLookAt }: { number: number; nextLookAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('charges')
    .set({ look_applied: number, looks: sql`looks + 1`, next_look_at: nextLookAt })
    .where('id', '=', id)
    .execute();
}

/** What the other charges of an order hold. */
export async function sumOthers(tx: Tx, paymentId: number, exceptId: number) {
  return tx
    .selectFrom('charges')
    .select([
      sql<number>`coalesce(sum(received), 0)::integer`.as('received'),
      sql<number>`coalesce(sum(returned), 0)::integer`.as('returned'),
    ])
    .where('payment_id', '=', paymentId)
    .where('id', '!=', exceptId)
    .executeTakeFirstOrThrow();
}

/** Notes a watcher; true for the one call that has to read the provider now. */
export async function claimWatch(db: Db, id: number, now: Date, everyMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('charges')
    .set({ watched_at: now, looks: 0 })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('watched_at', 'is', null), eb('watched_at', '<=', new Date(now.getTime() - everyMs))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listDue(
  db: Db,
  { now, pausing, limit }: { now: Date; pausing: Pausing; limit: number },
): Promise<{ id: number }[]> {
  return db
    .selectFrom('charges')
    .select('id')
    .where('next_look_at', '<=', now)
    .where(isUnpaused(pausing, sql.ref('id')))
    .orderBy('next_look_at')
    .limit(limit)
    .execute();
}

/** Charges since then whose PIX code was shown, in the order of their ids. */
export async function listSince(
  db: Db,
  { provider, since, after, limit }: { provider: string; since: Date; after: number; limit: number },
): Promise<{ id: number }[]> {
  return db
    .selectFrom('charges')
    .select('id')
    .where('id', '>', after)
    .where('provider', '=', provider)
    .where('created_at', '>=', since)
    .where('pix_code', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The charges of an order at this provider, newest first. */
export async function listChargesOf(db: Db, paymentId: number, provider: string): Promise<{ id: number }[]> {
  return db
    .selectFrom('charges')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('provider', '=', provider)
    .where('pix_code', 'is not', null)
    .orderBy('id', 'desc')
    .limit(CHARGES_CHECKED)
    .execute();
}

/** Whether the latest order of a student is open and has a charge of this provider. */
export async function hasChargedOrder(db: Db | Tx, userId: string, provider: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments JOIN charges ON charges.payment_id = payments.id
    WHERE payments.user_id = ${userId} AND payments.status IN ('pending', 'analyzing')
      AND charges.provider = ${provider} AND charges.pix_code IS NOT NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** After a fault: later, and not for ever sooner than others. */
export async function postponeSync(db: Db, id: number, until: Date): Promise<void> {
  await db
    .updateTable('charges')
    .set({ next_look_at: until, looks: sql`looks + 1` })
    .where('id', '=', id)
    .where('next_look_at', 'is not', null)
    .execute();
}

export async function findCharge(db: Db | Tx, id: number) {
  return db.selectFrom('charges').select(columns).where('id', '=', id).executeTakeFirst();
}

/** True for an event that was not told before. */
export async function insertEvent(
  tx: Tx,
  event: { provider: string; key: Buffer; txid: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('webhook_events')
    .values({ provider: event.provider, event_key: event.key, txid: event.txid, received_at: event.now })
    .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`DELETE FROM webhook_events WHERE id IN (
    SELECT id FROM webhook_events WHERE received_at < ${before} LIMIT ${limit}) RETURNING id`.execute(db);
  return rows.length;
}
