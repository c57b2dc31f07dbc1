import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { dayOf, startOfDay } from '#server/time/calendar.ts';
import { amountCaseOf, expectedTotalOf } from './balance.policy.ts';
import {
  type Closing,
  closeCaseRow,
  findCase,
  insertCase,
  isAmountCaseKnown,
  markCharged,
  type NewCase,
  setExpectedTotal,
  settleAmountCases,
  settleMissing,
  settleUnconfirmed,
  sumBalance,
} from './cases.store.ts';
import type { PaymentRow } from './payments.store.ts';
import { insertMissingAmounts } from './received-amounts.store.ts';

export { caseCount, countCases, listCaseRows, listComparedOrders, listUnconfirmed } from './cases.store.ts';

/** Opens a case that a person has to decide. Idempotent. */
export const openCase = (db: Tx | Deps['db'], found: NewCase): Promise<void> => insertCase(db, found);

/** The order that a case is about; null: none. Undefined: there is no such case. */
export const orderOfCase = async (db: Deps['db'], id: number): Promise<number | null | undefined> =>
  (await findCase(db, id))?.paymentId;

/** Closed once: the first decision of a person stays. `settled`: the amounts agree by now, or are others. */
export async function closeCase(
  deps: Deps,
  id: number,
  closing: Omit<Closing, 'now'>,
): Promise<'closed' | 'unknown' | 'settled'> {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const found = await findCase(tx, id);
    if (!found) return 'unknown';
    if (!(await closeCaseRow(tx, id, { ...closing, now })))
      return found.resolution === 'settled' ? 'settled' : 'closed';
    const { by, resolution, note } = closing;
    await recordAudit(tx, {
      at: now,
      actorId: by,
      action: `money_case.${resolution}`,
      subject: found.paymentId === null ? `money_case:${id}` : `payment:${found.paymentId}`,
      details: { kind: found.kind, ...(note ? { note } : {}) },
    });
    return 'closed';
  });
}

/**
 * Asks the student of a case for the rest by e-mail, at most once a day. The case stays open: it settles when the money
 * came.
 */
export async function chargeRestOf(
  deps: Deps,
  admin: { id: string },
  id: number,
): Promise<'sent' | 'unknown' | 'nothing missing'> {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const found = await findCase(tx, id);
    if (!found || found.paymentId === null) return 'unknown';
    const rest = (found.amount ?? 0) - (found.held ?? 0);
    const isMissing = found.kind === 'underpaid' || found.kind === 'wrong_amount';
    if (!isMissing || rest <= 0 || found.closedAt !== null) return 'nothing missing';
    const today = dayOf(now);
    if (!(await markCharged(tx, id, { now, since: startOfDay(today) }))) return 'sent';
    const { paymentId } = found;
    await deps.mail.send(tx, 'payment_rest_due', `${id}:${today}`, { paymentId, rest });
    await recordAudit(tx, {
      at: now,
      actorId: admin.id,
      action: 'money_case.charged',
      subject: `payment:${paymentId}`,
      details: { amount: rest },
    });
    return 'sent';
  });
}

export const settleMissingCharge = (deps: Deps, tx: Tx, chargeId: number): Promise<void> =>
  settleMissing(tx, chargeId, deps.clock.now());

/**
 * Makes the amount cases of an order agree with its state and its money: opens what is new, settles what no longer
 * holds, and leaves closed what a person has accepted. Idempotent. The caller has locked the order.
 */
export async function syncAmountCase(deps: Deps, tx: Tx, order: PaymentRow): Promise<void> {
  const now = deps.clock.now();
  await insertMissingAmounts(tx, { paymentId: order.id, limit: 1 });
  const balance = await sumBalance(tx, order.id);
  const kind = amountCaseOf(order, balance);
  const held = balance.received - balance.refunded;
  await settleAmountCases(tx, order.id, kind && { kind, held }, now);
  await settleUnconfirmed(tx, order.id, now);
  if (kind === null) return;
  const amount = expectedTotalOf(order, balance);
  // The price changes with a coupon, and an earlier version stored it without the surcharge of a card.
  await setExpectedTotal(tx, order.id, amount);
  if (await isAmountCaseKnown(tx, order.id, kind, held)) return;
  const { id: paymentId, paymentCode: txid } = order;
  await insertCase(tx, { paymentId, chargeId: null, txid, kind, held, amount, now });
}
