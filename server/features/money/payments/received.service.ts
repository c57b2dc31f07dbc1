import type { BodyOf } from '#contract/endpoint.ts';
import type { refundPayment } from '#contract/money/payments-office.ts';
import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { lockUserRow } from '#server/features/platform/users/user-states.service.ts';
import { unauthorized } from '#server/http/errors.ts';
import { dayOf } from '#server/time/calendar.ts';
import type { Work } from './approval.ts';
import { move } from './payments.policy.ts';
import { findPayment, lockAdminAndPayer, lockPayment, type PaymentRow } from './payments.store.ts';
import { addRefund, checkRefundable, readRefundLedger } from './refund-entries.service.ts';
import { checkRefund, isRecorded, refuseWhileSent } from './refunds.service.ts';
import { clearSentRefund, findSentRefund, saveSentRefund } from './refunds.store.ts';
import { takeStep } from './transitions.ts';

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

/** Whether the student may pay it: open orders, and rejected ones, which may be paid again. */
export const isOpenToPay = (order: Pick<Order, 'status'>): boolean => isPayable(order) || order.status === 'rejected';

/** A rejected order that was paid again is in analysis before it is approved. Others stay as they are. */
export const reopenRejected = async (deps: Deps, tx: Tx, order: Order): Promise<Order> =>
  order.status === 'rejected' ? takeStep(deps, tx, order, { do: 'pay_again' }) : order;

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

/** Cents of an order that are recorded as given back: by its provider, and by the office itself. */
export async function sumRefunds(tx: Tx, order: Order): Promise<{ byProvider: number; byOffice: number }> {
  const { entries } = await readRefundLedger(tx, order);
  const sumOf = (wanted: string) =>
    entries.reduce((sum, { amount, through }) => sum + (through === wanted ? amount : 0), 0);
  return { byProvider: sumOf('provider'), byOffice: sumOf('office') };
}

type Wish = BodyOf<typeof refundPayment>;

/** Records the office's wish to give back through the provider. False: it was made before, and nothing is to be asked. */
export async function sendRefund(
  deps: Deps,
  tx: Tx,
  order: Order,
  { by, ...wish }: Omit<Wish, 'paymentCode'> & { by: string },
): Promise<boolean> {
  const ledger = await readRefundLedger(tx, order);
  if (isRecorded(ledger, wish)) return false;
  checkRefundable(order, ledger);
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
