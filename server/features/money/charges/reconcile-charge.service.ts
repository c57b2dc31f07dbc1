import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { approveOrder } from '#server/features/money/payments/approval.ts';
import { openCase, settleMissingCharge } from '#server/features/money/payments/cases.service.ts';
import {
  lockOrder,
  type Order,
  recordReturned,
  refundNotSent,
  reopenRejected,
  sumRefunds,
} from '#server/features/money/payments/received.service.ts';
import { recordProviderPayments } from '#server/features/money/payments/received-amounts.service.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { type ChargeTruth, type PixProvider, ProviderFault } from '#server/pix/provider/provider.ts';
import { nextSyncAt, verdictOf } from './charges.policy.ts';
import * as store from './charges.store.ts';
import { outcomeOf } from './returns.policy.ts';
import * as returnsStore from './returns.store.ts';

type Sessions = ReturnType<typeof createSessions>;

/** The most concurrent requests to the provider; a later caller retries in a moment. */
const AT_ONCE = 8;
const FAULT_PAUSE_MS = 30_000;
/** For a job that met eight concurrent requests. */
const BUSY_PAUSE_MS = 2000;

/** How busy this process is with the provider, and until when it wants to be left alone. */
const busyBy = new WeakMap<Deps, { looks: number; quietUntil: number }>();
function busyOf(deps: Deps) {
  const busy = busyBy.get(deps) ?? { looks: 0, quietUntil: 0 };
  busyBy.set(deps, busy);
  return busy;
}

export const mayAsk = (deps: Deps): boolean => pauseOf(deps) === 0;

/** Milliseconds until the provider may be asked again; 0: now. */
export function pauseOf(deps: Deps): number {
  const { looks, quietUntil } = busyOf(deps);
  const pause = quietUntil - deps.clock.now().getTime();
  if (pause > 0) return pause;
  return looks < AT_ONCE ? 0 : BUSY_PAUSE_MS;
}

const sumOf = (truth: ChargeTruth, part: 'amount' | 'returned') =>
  truth.received.reduce((sum, one) => sum + one[part], 0);

/** Cents of all payments that are claimed back; null: none is. */
function disputedOf({ received }: ChargeTruth): number | null {
  const claimed = received.map(({ disputed }) => disputed).filter((disputed) => disputed !== null);
  return claimed.length === 0 ? null : claimed.reduce((sum, disputed) => sum + disputed, 0);
}

/** What it keeps of all that was paid; null where it does not say. */
function feeOf(truth: ChargeTruth): number | null {
  const told = truth.received.map(({ fee }) => fee).filter((fee) => fee !== null);
  return told.length === 0 ? null : told.reduce((sum, fee) => sum + fee, 0);
}

/**
 * Asks the provider how a charge stands, and makes the order so. Asked outside of any transaction; an answer that is
 * older than one that was applied meanwhile is asked for again.
 */
export async function reconcileCharge(deps: Deps, sessions: Sessions, chargeId: number): Promise<void> {
  const provider = deps.pixProvider;
  const charge = await store.findCharge(deps.db, chargeId);
  if (!provider || !charge || charge.provider !== provider.name) return;
  const busy = busyOf(deps);
  busy.looks += 1;
  try {
    await askReturns(deps, provider, charge);
    for (let isApplied = false; !isApplied; ) {
      const number = await store.beginSync(deps.db, chargeId);
      const truth = await provider.readCharge(charge);
      isApplied = await apply(deps, sessions, charge, number, truth);
    }
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    const now = deps.clock.now().getTime();
    if (error.pauseMs > 0) busy.quietUntil = now + error.pauseMs;
    await store.postponeSync(deps.db, chargeId, new Date(now + Math.max(error.pauseMs, FAULT_PAUSE_MS)));
    deps.log.warn({ provider: provider.name, fault: error.message }, 'the provider could not be asked');
    throw error;
  } finally {
    busy.looks -= 1;
  }
}

/** Asks for what is to go back and what the provider may not have heard of: under the same name, so it is once. */
async function askReturns(deps: Deps, provider: PixProvider, { id, txid }: store.ChargeRow): Promise<void> {
  for (const { name, receivedId: endToEndId, amount } of await returnsStore.claimAsked(deps.db, id, deps.clock.now())) {
    const state = await provider.refund({ txid, endToEndId, name, amount }).catch((error) => {
      if (error instanceof ProviderFault && error.isRefusal) return 'failed' as const;
      throw error;
    });
    // Done is what the charge itself tells, with the money: here it is only known to be on its way.
    await returnsStore.saveReturnState(deps.db, name, state === 'done' ? 'processing' : state);
  }
}

/** What a card paid beyond the PIX price, as the charge asked for: that is no excess. */
const withSurcharge = ({ amount, cardAmount }: store.ChargeRow, { received }: ChargeTruth) =>
  received.map((one) => {
    const isWhole = one.method === 'card' && cardAmount !== null && one.amount >= cardAmount;
    return { ...one, surcharge: isWhole ? cardAmount - amount : 0 };
  });

const surchargeOf = (charge: store.ChargeRow, truth: ChargeTruth): number =>
  Math.max(0, ...withSurcharge(charge, truth).map(({ surcharge }) => surcharge));

/** False: a newer answer was there first. */
async function apply(
  deps: Deps,
  sessions: Sessions,
  { id, paymentId }: store.ChargeRow,
  number: number,
  truth: ChargeTruth | undefined,
): Promise<boolean> {
  return transact(deps, async (tx, after) => {
    const order = await lockOrder(tx, paymentId, null);
    const charge = await store.lockCharge(tx, id);
    if (!charge || !order) return true;
    if (charge.lookApplied > number) return false;
    if (!truth) {
      await recordMissing(deps, tx, charge, order, number);
      return true;
    }
    const now = deps.clock.now();
    const own = {
      isOpen: truth.isOpen,
      received: sumOf(truth, 'amount'),
      returned: sumOf(truth, 'returned'),
    };
    const told = truth.received.flatMap(({ returns }) => returns);
    for (const { name, state } of told) await returnsStore.saveReturnState(tx, name, state);
    const sent = outcomeOf(await returnsStore.listSentReturns(tx, paymentId));
    await store.saveSync(tx, id, {
      number,
      ...own,
      fee: feeOf(truth),
      endToEndIds: truth.received.map(({ endToEndId }) => endToEndId),
      nextLookAt: nextSyncAt(charge, { ...own, isReturning: sent === 'open' }, now),
    });
    await settleMissingCharge(deps, tx, id);
    const isDecided = order.status !== 'pending' && order.status !== 'analyzing';
    // Money that went to a key that is not the school's has not come.
    if (truth.isOurs || isDecided)
      await recordProviderPayments(deps, tx, order, { chargeId: id, payments: withSurcharge(charge, truth) });
    const others = await store.sumOthers(tx, paymentId, id);
    const money = { received: own.received + others.received, returned: own.returned + others.returned };
    const { byProvider: recorded, byOffice } = await sumRefunds(tx, order);
    const expected = { ...order, amount: order.amount + surchargeOf(charge, truth) };
    const isRetry = order.decidedAt !== null && charge.createdAt > order.decidedAt;
    const verdict = verdictOf(expected, { ...money, isOurs: truth.isOurs, recorded, byOffice, isRetry }, sent);
    const held = money.received - money.returned;
    const about = { paymentId, chargeId: id, txid: charge.txid, held, amount: expected.amount, now };
    const disputed = disputedOf(truth);
    if (disputed !== null) await openCase(tx, { ...about, kind: 'chargeback', disputed });
    for (const kind of verdict.cases) await openCase(tx, { ...about, kind });
    const work = { sessions, tx, after };
    const method = truth.received[0]?.method ?? 'pix_confirmed';
    // First: what failed is no reason for what went back otherwise.
    if (sent === 'failed') await refundNotSent(deps, tx, order);
    const { step } = verdict;
    const payable = step === 'approve' ? await reopenRejected(deps, tx, order) : order;
    const approval = { by: null, method, received: 'bank' } as const;
    const current = step === 'approve' ? await approveOrder(deps, work, payable, approval) : order;
    // Part of an overpaid order may have gone back before it was approved.
    if (step === 'refund' || (step === 'approve' && money.returned > recorded)) {
      const gone = told.findLast(({ state }) => state === 'done');
      const endToEndId = gone?.reference ?? truth.received.find(({ returned }) => returned > 0)?.endToEndId ?? null;
      await recordReturned(deps, work, current, { amount: money.returned - recorded, endToEndId });
    }
    return true;
  });
}

/**
 * The provider answers that it does not know the charge. That proves nothing: gateways answer 404 after a restart, and
 * for charges that are paid a moment later. Nothing is closed. The charge is polled until its end, and a person checks
 * the bank then.
 */
async function recordMissing(deps: Deps, tx: Tx, charge: store.ChargeRow, order: Order, number: number): Promise<void> {
  const now = deps.clock.now();
  const { id, txid, received, returned } = charge;
  const isReturning = outcomeOf(await returnsStore.listSentReturns(tx, order.id)) === 'open';
  const nextLookAt = nextSyncAt(charge, { isOpen: true, received, returned, isReturning }, now);
  await store.saveMissing(tx, id, { number, nextLookAt });
  deps.log.warn({ provider: charge.provider, charge: id, nextLookAt }, 'the provider does not know a charge');
  if (nextLookAt !== null || charge.pixCode === null || received > 0) return;
  const kind = 'missing_at_provider';
  await openCase(tx, { paymentId: order.id, chargeId: id, txid, kind, held: null, amount: order.amount, now });
}
