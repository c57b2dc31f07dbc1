import type { BodyOf } from '#contract/endpoint.ts';
import type { openOrder } from '#contract/money/orders.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import {
  chargeCouponTry,
  couponIdOf,
  giveCouponBack,
  lockAndPriceCoupon,
  noteCouponUse,
} from '#server/features/money/coupons/coupons.service.ts';
import { defaultOffer, offerOf, offerOnSale } from '#server/features/money/offers/offers.service.ts';
import { lockUserRow } from '#server/features/platform/users/user-states.service.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { orderNotFound } from './orders.service.ts';
import { move } from './payments.policy.ts';
import { findByTypedCode, insertOrder, paymentNotFound } from './payments.service.ts';
import { findPaymentOf, lockPayment, type PaymentRow, reprice, supersedeOrder } from './payments.store.ts';
import { stateConflict, takeStep } from './transitions.ts';

/** A student buys again. The same wish while it is unpaid is the same order, and one is open at a time. */
export async function openNewOrder(
  deps: Deps,
  user: Pick<SessionUser, 'id' | 'role'>,
  { offerId, coupon }: BodyOf<typeof openOrder>,
  network: string,
): Promise<{ id: number; isNew: boolean }> {
  if (user.role !== 'student') throw new AppError('already_active', 'Seu acesso não depende de uma compra.');
  if (coupon !== undefined) await chargeCouponTry(deps, network);
  return transact(deps, async (tx) => {
    await lockUserRow(tx, user.id);
    const offer = offerId === undefined ? await defaultOffer(tx) : await offerOnSale(deps, tx, offerId);
    const latest = await lockLatest(tx, user.id);
    if (latest?.status === 'pending' && latest.offerId === offer.id && (await isSameCoupon(tx, latest, coupon))) {
      return { id: latest.id, isNew: false };
    }
    if (latest?.status === 'pending' || latest?.status === 'analyzing') throw stateConflict(latest.status);
    // Refused for good: its coupon is free for this one.
    if (latest?.status === 'rejected') await takeStep(deps, tx, latest, { do: 'cancel', by: user.id });
    await supersedeOrder(tx, user.id);
    const order = await insertOrder(deps, tx, user.id, { offer, coupon });
    if (!order) throw paymentNotFound();
    await deps.mail.send(tx, 'order_opened', String(order.id), { paymentId: order.id });
    return { id: order.id, isNew: true };
  });
}

async function lockLatest(tx: Tx, userId: string): Promise<PaymentRow | undefined> {
  const latest = await findPaymentOf(tx, userId);
  return latest && lockPayment(tx, latest.id);
}

/** Nothing said of a coupon leaves the one that the order has. */
async function isSameCoupon(tx: Tx, order: PaymentRow, coupon: string | undefined): Promise<boolean> {
  return coupon === undefined || (order.couponId !== null && (await couponIdOf(tx, coupon)) === order.couponId);
}

/** One's own order that nobody has paid. */
export async function cancelOwnOrder(deps: Deps, userId: string, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    await lockUserRow(tx, userId);
    const order = await lockPayment(tx, id);
    if (order?.userId !== userId) throw orderNotFound();
    const kind = move(order.status, 'cancel');
    if (kind === 'same') return;
    // What is in analysis was paid, or so its student says: the office decides.
    if (kind === 'refused' || order.status === 'analyzing') throw stateConflict(order.status);
    await takeStep(deps, tx, order, { do: 'cancel', by: userId });
  });
}

/** Typed on the payment page, for an order that is not paid yet. The PIX code follows the amount. */
export async function applyCouponToOrder(
  deps: Deps,
  typedCode: string,
  coupon: string,
  network: string,
): Promise<PaymentRow> {
  await chargeCouponTry(deps, network);
  const found = await findByTypedCode(deps.db, typedCode);
  return transact(deps, async (tx) => {
    if (found.userId) await lockUserRow(tx, found.userId);
    const order = await lockPayment(tx, found.id);
    if (!order) throw paymentNotFound();
    if (await isSameCoupon(tx, order, coupon)) return order;
    if (order.status !== 'pending' || order.userId === null || order.offerId === null)
      throw stateConflict(order.status);
    const offer = { id: (await offerOf(tx, order.offerId)).id, price: order.fullAmount ?? order.amount };
    if (order.couponId !== null) await giveCouponBack(tx, order.id);
    const held = await lockAndPriceCoupon(deps, tx, coupon, offer, order.userId);
    const changed = await reprice(tx, order, { ...held, now: deps.clock.now() });
    if (!changed) throw stateConflict(order.status);
    await noteCouponUse(deps, tx, { couponId: held.couponId, studentId: order.userId, paymentId: order.id });
    return changed;
  });
}
