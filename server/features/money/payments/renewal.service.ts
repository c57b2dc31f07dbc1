import type { BodyOf } from '#contract/endpoint.ts';
import type { applyCoupon } from '#contract/money/coupons.ts';
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
import { AppError, requireFound, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { lapseReservations, withCurrentPrice } from './coupon-reservations.service.ts';
import { orderNotFound } from './orders.service.ts';
import { isOpenToHolder, move } from './payments.policy.ts';
import { findByTypedCode, insertOrder, paymentNotFound } from './payments.service.ts';
import { findPaymentOf, lockPayment, type PaymentRow, reprice, supersedeOrder } from './payments.store.ts';
import { isProvenStudent, type Visitor } from './proof-access.policy.ts';
import { stateConflict, takeStep } from './transitions.ts';

/** A student buys again. The same wish while it is unpaid is the same order, and one is open at a time. */
export async function openNewOrder(
  deps: Deps,
  user: Pick<SessionUser, 'id' | 'role'>,
  { offerId, coupon }: BodyOf<typeof openOrder>,
  network: string,
): Promise<{ id: number; isNew: boolean }> {
  if (user.role !== 'student') throw new AppError('already_active', 'Seu acesso não depende de uma compra.');
  if (coupon !== undefined) {
    await chargeCouponTry(deps, network);
    await lapseReservations(deps, { coupon });
  }
  return transact(deps, async (tx) => {
    await lockUserRow(tx, user.id);
    const offer = offerId === undefined ? await defaultOffer(tx) : await offerOnSale(deps, tx, offerId);
    const latest = await lockLatest(tx, user.id);
    if (latest && isOpenToHolder(latest) && latest.offerId === offer.id && (await isSameCoupon(tx, latest, coupon))) {
      return { id: latest.id, isNew: false };
    }
    if (latest?.status === 'pending' || latest?.status === 'analyzing') throw stateConflict(latest.status);
    // Refused for good: its coupon is free for this one.
    if (latest?.status === 'rejected') await takeStep(deps, tx, latest, { do: 'cancel', by: user.id });
    await supersedeOrder(tx, user.id);
    const order = await requireFound(insertOrder(deps, tx, user.id, { offer, coupon }), paymentNotFound);
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

/** An unpaid order of the calling student. */
export async function cancelOwnOrder(deps: Deps, userId: string, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    await lockUserRow(tx, userId);
    const order = await lockPayment(tx, id);
    if (order?.userId !== userId) throw orderNotFound();
    const kind = move(order.status, 'cancel');
    if (kind === 'same') return;
    // What is in analysis was paid, or so its student says: the office decides. What others say does not count.
    if (kind === 'refused' || (order.status === 'analyzing' && !isOpenToHolder(order))) {
      throw stateConflict(order.status);
    }
    await takeStep(deps, tx, order, { do: 'cancel', by: userId });
  });
}

/**
 * Applies a coupon that the holder typed on the payment page. The payment code alone is not enough: anyone who knows the
 * e-mail address can ask for it. The PIX code follows the amount, which never grows.
 */
export async function applyCouponToOrder(
  deps: Deps,
  { paymentCode, coupon }: BodyOf<typeof applyCoupon>,
  visitor: Visitor,
  network: string,
): Promise<PaymentRow> {
  await chargeCouponTry(deps, network);
  await lapseReservations(deps, { coupon });
  const found = await withCurrentPrice(deps, await findByTypedCode(deps.db, paymentCode));
  if (!isProvenStudent(found, visitor)) throw notHolder();
  return transact(deps, async (tx) => {
    if (found.userId) await lockUserRow(tx, found.userId);
    const order = await requireFound(lockPayment(tx, found.id), paymentNotFound);
    if (await isSameCoupon(tx, order, coupon)) return order;
    if (!isOpenToHolder(order) || order.userId === null || order.offerId === null) throw stateConflict(order.status);
    const offer = { id: (await offerOf(tx, order.offerId)).id, price: order.fullAmount ?? order.amount };
    if (order.couponId !== null) await giveCouponBack(tx, order.id);
    const held = await lockAndPriceCoupon(deps, tx, coupon, offer, order.userId);
    if (held.amount > order.amount) throw dearer();
    const changed = await reprice(tx, order, { ...held, now: deps.clock.now() });
    if (!changed) throw stateConflict(order.status);
    await noteCouponUse(deps, tx, { couponId: held.couponId, studentId: order.userId, paymentId: order.id });
    return changed;
  });
}

const notHolder = () =>
  new AppError(
    'forbidden',
    'Só quem fez a compra pode usar um cupom. Entre com seu usuário e sua senha, ou abra o link do e-mail.',
  );

const dearer = () => {
  const message = 'O desconto que você já tem é maior. O valor continua o mesmo.';
  return wrongField('coupon', message, 'coupon_refused');
};
