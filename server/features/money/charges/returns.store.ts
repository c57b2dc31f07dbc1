import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import type { ReturnState } from '#server/pix/provider/provider.ts';
import type { OwnReturn } from './returns.policy.ts';

/** Charges of an order that this provider was paid by. */
export async function listPaidCharges(db: Db, paymentId: number, provider: string) {
  return db
    .selectFrom('charges')
    .select(['id', 'txid', 'provider_ids as ids', 'received', 'returned'])
    .where('payment_id', '=', paymentId)
    .where('provider', '=', provider)
    .where('received', '>', 0)
    .orderBy('id')
    .execute();
}

export async function countReturns(tx: Tx, paymentId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('charge_returns')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return count;
}

type NewReturn = { chargeId: number; paymentId: number; name: string; receivedId: string; amount: number };

export async function insertReturns(tx: Tx, returns: readonly NewReturn[], now: Date): Promise<void> {
  await tx
    .insertInto('charge_returns')
    .values(
      returns.map(({ chargeId, paymentId, name, receivedId, amount }) => ({
        charge_id: chargeId,
        payment_id: paymentId,
        return_name: name,
        received_id: receivedId,
        amount,
        state: 'asked',
        asked_at: now,
      })),
    )
    .execute();
  // Polled from now on as if it were watched: the pauses begin short.
  await tx
    .updateTable('charges')
    .set({ looks: 0, next_look_at: now })
    .where('id', 'in', [...new Set(returns.map(({ chargeId }) => chargeId))])
    .execute();
}

/** Longer than any question to a provider takes. */
const TRY_MS = 30_000;

/** What the provider may not have heard of yet, for the one who asks now: two at once would ask twice. */
export async function claimAsked(db: Db, chargeId: number, now: Date) {
  return db
    .updateTable('charge_returns')
    .set({ tried_at: now })
    .where('charge_id', '=', chargeId)
    .where('state', '=', 'asked')
    .where((eb) => eb.or([eb('tried_at', 'is', null), eb('tried_at', '<=', new Date(now.getTime() - TRY_MS))]))
    .returning(['return_name as name', 'received_id as receivedId', 'amount'])
    .execute();
}

/** What is final stays, whatever an older answer says. */
export async function saveReturnState(db: Db | Tx, name: string, state: ReturnState): Promise<void> {
  await db
    .updateTable('charge_returns')
    .set({ state })
    .where('return_name', '=', name)
    .where('state', 'in', ['asked', 'processing'])
    .execute();
}

/** The returns since the office last sent the refund. */
export async function listSentReturns(tx: Tx, paymentId: number): Promise<OwnReturn[]> {
  const rows = await tx
    .selectFrom('charge_returns')
    .innerJoin('refunds', 'refunds.payment_id', 'charge_returns.payment_id')
    .select('charge_returns.state')
    .where('charge_returns.payment_id', '=', paymentId)
    .where('refunds.recorded_at', 'is', null)
    .whereRef('charge_returns.asked_at', '>=', 'refunds.sent_at')
    .execute();
  return rows.map(({ state }) => ({ state: state as OwnReturn['state'] }));
}
