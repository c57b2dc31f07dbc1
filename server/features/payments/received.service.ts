import type { PaymentMethod } from '../../../contract/payments.ts';
import type { Tx } from '../../db/handle.ts';
import type { After } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { unauthorized } from '../../http/errors.ts';
import type { createSessions } from '../../http/sessions.ts';
import { dayOf } from '../../time/calendar.ts';
import { endAccess } from '../access/access.service.ts';
import { holdUser, letInWhoPaid } from '../accounts/user-states.service.ts';
import { approve } from './approval.ts';
import { move } from './payments.policy.ts';
import { findPayment, holdAdminAndPayer, lockPayment, type PaymentRow } from './payments.store.ts';
import { saveRefund } from './refunds.store.ts';
import { takeStep } from './transitions.ts';

/** What the features that know of received money do with an order, in their own transactions. */

export type Order = PaymentRow;

/** Holds administrator, student and order, in that order, as everywhere. Undefined: there is no such order. */
export async function holdOrder(tx: Tx, id: number, adminId: string | null): Promise<Order | undefined> {
  const found = await findPayment(tx, id);
  if (adminId !== null) {
    if (!(await holdAdminAndPayer(tx, adminId, found?.userId ?? null))) throw unauthorized();
  } else if (found?.userId) {
    await holdUser(tx, found.userId);
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

/** Given back at the provider's own desk: recorded as a refund that nobody here has carried out. */
export async function recordReturned(
  deps: Deps,
  { sessions, tx, after }: Work,
  order: Order,
  { amount, endToEndId }: { amount: number; endToEndId: string | null },
): Promise<void> {
  const now = deps.clock.now();
  const refund = { paymentId: order.id, amount, paidOn: dayOf(now), endToEndId, note: null, by: null, now };
  await saveRefund(tx, refund);
  await takeStep(deps, tx, order, { do: 'refund', by: null, reason: null, amount });
  await endAccess(deps, tx, order.id);
  if (order.userId) await sessions.forget(tx, after, order.userId);
}
