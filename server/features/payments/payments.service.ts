import type { Db, Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { newPaymentCode } from './payment-code.ts';
import { approveOpenPayment, cancelOpenPayment, findPaymentOf, insertPayment } from './payments.store.ts';

/** Opens the payment of a new student at today's price, in the transaction that registers them. */
export async function openPayment(deps: Deps, tx: Tx, userId: string): Promise<string> {
  const paymentCode = newPaymentCode();
  await insertPayment(tx, { paymentCode, amount: deps.config.priceCents, userId, now: deps.clock.now() });
  return paymentCode;
}

export async function paymentCodeOf(db: Db | Tx, userId: string): Promise<string | undefined> {
  return (await findPaymentOf(db, userId))?.paymentCode;
}

/** An administrator lets a pending student in by hand: their open payment counts as paid. */
export async function approveWithUser(deps: Deps, tx: Tx, userId: string, adminId: string): Promise<void> {
  const payment = await findPaymentOf(tx, userId);
  const now = deps.clock.now();
  if (!payment || !(await approveOpenPayment(tx, payment.id, adminId, now))) return;
  await recordAudit(tx, {
    at: now,
    actorId: adminId,
    action: 'payment.approved',
    subject: `payment:${payment.id}`,
    details: { from: payment.status, to: 'approved' },
  });
}

/** A removed student's payment stays for the books, without them; an open one is called off. */
export async function forgetPayer(deps: Deps, tx: Tx, userId: string): Promise<void> {
  const payment = await findPaymentOf(tx, userId);
  if (payment) await cancelOpenPayment(tx, payment.id, deps.clock.now());
}
