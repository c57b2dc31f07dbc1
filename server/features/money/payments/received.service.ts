import type { BodyOf } from '#contract/endpoint.ts';
import type { PaymentMethod } from '#contract/money/payments.ts';
import type { refundPayment } from '#contract/money/payments-office.ts';
import type { Tx } from '#server/db/handle.ts';
import type { After } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { letInWhoPaid, lockUserRow } from '#server/features/platform/users/user-states.service.ts';
import { unauthorized } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { approve } from './approval.ts';
import { move } from './payments.policy.ts';
import { findPayment, lockAdminAndPayer, lockPayment, type PaymentRow } from './payments.store.ts';
import { addRefund, readRefundLedger } from './refund-entries.service.ts';
import { checkRefund, isRecorded, refuseWhileSent } from './refunds.service.ts';
import { clearSentRefund, findSentRefund, saveSentRefund } from './refunds.store.ts';
import { stateConflict } from './transitions.ts';

/** What the features that know of received money do with an order, in their own transactions. */

export type Order = PaymentRow;

/** Holds administrator, student and order, in that order, as everywhere. Undefined: there is no such order. */
export async function lockOrder(tx: Tx, id: number, adminId: string | null): Promise<Order | undefined> {
  const found = await findPayment(tx, id);
  if (adminId !== null) {
    if (!(await lockAdminAndPayer(tx, adminId, found?.userId ?? null))) throw unauthorized();
  } else if (found?.userId) {
    await lockUserRow(tx, found.userId);
  }
  return found && lockPayment(tx, id);
}

/** Whether the order still waits for its money. */
export const isPayable = ({ status }: Pick<Order, 'status'>): boolean => move(status, 'approve') === 'change';

/** The caller's transaction. */
type Work = { sessions: ReturnType<typeof createSessions>; tx: Tx; after: After };

/** The money is there: the order is approved and its student let in. The caller holds the order, which is payable. */
export async function approveReceived(
  deps: Deps,
  { sessions, tx, after }: Work,
  order: Order,
  { by, method }: { by: string | null; method: PaymentMethod },
): Promise<Order> {
  const activated = order.userId !== null && (await letInWhoPaid(tx, order.userId));
  const approved = await approve(deps, tx, order, { by, activated, method });
  if (order.userId) await sessions.forget(tx, after, order.userId);
  return approved;
}

/**
 * The provider has returned money: the office asked for it here, or the school used the provider's own page.
 */
export async function recordReturned(
  deps: Deps,
  work: Work,
  order: Order,
  { amount, endToEndId }: { amount: number; endToEndId: string | null },
): Promise<void> {
  const sent = await findSentRefund(work.tx, order.id);
  const { note = null, by = null, creationKey = null } = sent ?? {};
  const paidOn = dayOf(deps.clock.now());
  await addRefund(deps, work, order, { amount, paidOn, through: 'provider', endToEndId, note, by, creationKey });
}

/** Cents of an order that are recorded as returned by its provider. */
export async function sumRecordedReturns(tx: Tx, order: Order): Promise<number> {
  const { entries } = await readRefundLedger(tx, order);
  return entries.reduce((sum, { amount, through }) => sum + (through === 'provider' ? amount : 0), 0);
}

type Wish = BodyOf<typeof refundPayment>;

/** Records the office's wish to give back through the provider. False: it was made before, and nothing is to be asked. */
export async function sendRefund(
  deps: Deps,
  tx: Tx,
  order: Order,
  { by, ...wish }: Omit<Wish, 'paymentCode'> & { by: string },
): Promise<boolean> {
  if (move(order.status, 'refund') === 'refused') throw stateConflict(order.status);
  const ledger = await readRefundLedger(tx, order);
  if (isRecorded(ledger, wish)) return false;
  const { amount, note, creationKey = null } = wish;
  const sent = await findSentRefund(tx, order.id);
  if (sent) {
    const isSame = creationKey === null ? sent.amount === amount : sent.creationKey === creationKey;
    // Another refund waits until the provider has answered this one.
    if (!isSame) await refuseWhileSent(tx, order);
    return false;
  }
  const now = deps.clock.now();
  const today = dayOf(now);
  checkRefund(order, ledger, { amount, note, paidAt: today }, now);
  await saveSentRefund(tx, { paymentId: order.id, amount, note, creationKey, by, today, now });
  await recordAudit(tx, {
    at: now,
    actorId: by,
    action: 'payment.refund_sent',
    subject: `payment:${order.id}`,
    details: { amount, ...(note ? { reason: note } : {}) },
  });
  return true;
}

/** The provider did not give it back: everything is as before it was asked. */
export async function refundNotSent(deps: Deps, tx: Tx, order: Order): Promise<void> {
  await clearSentRefund(tx, order.id);
  await recordAudit(tx, {
    at: deps.clock.now(),
    actorId: null,
    action: 'payment.refund_failed',
    subject: `payment:${order.id}`,
  });
}
