import type { BodyOf } from '#contract/endpoint.ts';
import type { PaymentMethod } from '#contract/money/payments.ts';
import type { refundPayment } from '#contract/money/payments-office.ts';
import type { Tx } from '#server/db/handle.ts';
import type { After } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { endAccess } from '#server/features/money/access/access.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { letInWhoPaid, lockUserRow } from '#server/features/platform/users/user-states.service.ts';
import { unauthorized } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { approve } from './approval.ts';
import { move } from './payments.policy.ts';
import { findPayment, lockAdminAndPayer, lockPayment, type PaymentRow } from './payments.store.ts';
import { checkRefund } from './refunds.service.ts';
import { clearSentRefund, findSentRefund, saveRefund, saveSentRefund } from './refunds.store.ts';
import { stateConflict, takeStep } from './transitions.ts';

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
 * The provider has given it back: because the office asked it here, or at its own desk, where nobody here has carried
 * it out.
 */
export async function recordReturned(
  deps: Deps,
  { sessions, tx, after }: Work,
  order: Order,
  { amount, endToEndId }: { amount: number; endToEndId: string | null },
): Promise<void> {
  const now = deps.clock.now();
  const { note, by } = (await findSentRefund(tx, order.id)) ?? { note: null, by: null };
  await saveRefund(tx, { paymentId: order.id, amount, paidOn: dayOf(now), endToEndId, note, by, now });
  await takeStep(deps, tx, order, { do: 'refund', by, reason: note, amount });
  await endAccess(deps, tx, order.id);
  if (order.userId) await sessions.forget(tx, after, order.userId);
}

type Wish = BodyOf<typeof refundPayment>;

/** The office's wish to give back through the provider, noted. False: it stands already, and nothing is to be asked. */
export async function sendRefund(
  deps: Deps,
  tx: Tx,
  order: Order,
  { by, ...wish }: Pick<Wish, 'amount' | 'note'> & { by: string },
): Promise<boolean> {
  const kind = move(order.status, 'refund');
  if (kind === 'same' || (await findSentRefund(tx, order.id))) return false;
  if (kind === 'refused') throw stateConflict(order.status);
  const now = deps.clock.now();
  const today = dayOf(now);
  checkRefund(order, { ...wish, paidAt: today }, now);
  await saveSentRefund(tx, { paymentId: order.id, ...wish, by, today, now });
  await recordAudit(tx, {
    at: now,
    actorId: by,
    action: 'payment.refund_sent',
    subject: `payment:${order.id}`,
    details: { amount: wish.amount, ...(wish.note ? { reason: wish.note } : {}) },
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
