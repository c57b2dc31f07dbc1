import { readPaymentCode } from '#contract/money/payment-code.ts';
import { screens } from '#contract/screens.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { identityKey } from '#server/db/keys.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockAndPriceCoupon, noteCouponUse } from '#server/features/money/coupons/coupons.service.ts';
import { defaultOffer } from '#server/features/money/offers/offers.service.ts';
import { releaseStored } from '#server/files/file-records.ts';
import { FILES_JOB } from '#server/files/sweep.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import { charge } from '#server/http/throttle.ts';
import { withCurrentPrice } from './coupon-reservations.service.ts';
import { newPaymentCode, newPseudonym } from './payment-code.ts';
import { isLinkKey } from './payment-link.ts';
import { publicView } from './payment-views.ts';
import { move } from './payments.policy.ts';
import {
  type ByHand,
  findLetterData,
  findPayerByEmail,
  findPaymentByCode,
  findPaymentOf,
  insertPayment,
  listOrdersOf,
  lockPayment,
  type PaymentRow,
  savePseudonym,
} from './payments.store.ts';
import { isProvenStudent, mayKnowReason, type PaymentGrant, type Visitor } from './proof-access.policy.ts';
import { releaseProofs } from './proof-records.service.ts';
import { listKnownProofs } from './proofs.store.ts';
import { takeRefundFile } from './refund-files.store.ts';
import { takeStep } from './transitions.ts';

export const paymentNotFound = () => notFound('Pagamento não encontrado.');

/** Opens the payment of a new student at today's price, in the transaction that registers them. */
export async function openPayment(deps: Deps, tx: Tx, userId: string, coupon?: string): Promise<string> {
  return (await openOrFind(deps, tx, userId, coupon)).payment.paymentCode;
}

async function openOrFind(
  deps: Deps,
  tx: Tx,
  userId: string,
  coupon?: string,
): Promise<{ payment: PaymentRow; isNew: boolean }> {
  const payment = await insertOrder(deps, tx, userId, { offer: await defaultOffer(tx), coupon });
  if (payment) {
    await deps.mail.send(tx, 'payment_opened', String(payment.id), { paymentId: payment.id });
    return { payment, isNew: true };
  }
  const existing = await requireFound(findPaymentOf(tx, userId), paymentNotFound);
  return { payment: existing, isNew: false };
}

type Wish = { offer: { id: number; price: number }; coupon?: string | undefined };

/** An order at today's price; the amount holds for its code. A coupon is taken with it. */
export async function insertOrder(
  deps: Deps,
  tx: Tx,
  userId: string,
  { offer, coupon }: Wish,
  byHand: ByHand & { amount?: number } = {},
): Promise<PaymentRow | undefined> {
  const held = coupon === undefined ? null : await lockAndPriceCoupon(deps, tx, coupon, offer, userId);
  const payment = await insertPayment(tx, {
    paymentCode: newPaymentCode(),
    fullAmount: offer.price,
    offerId: offer.id,
    couponId: held?.couponId ?? null,
    userId,
    now: deps.clock.now(),
    ...byHand,
    amount: byHand.amount ?? held?.amount ?? offer.price,
  });
  if (payment && held)
    await noteCouponUse(deps, tx, { couponId: held.couponId, studentId: userId, paymentId: payment.id });
  return payment;
}

/** What the login tells a student who may not enter yet. */
export async function paymentOf(db: Db | Tx, userId: string) {
  return findPaymentOf(db, userId);
}

export async function findByTypedCode(db: Db | Tx, typed: string): Promise<PaymentRow> {
  const code = readPaymentCode(typed);
  const payment = code === null ? undefined : await findPaymentByCode(db, code);
  if (!payment) throw paymentNotFound();
  return payment;
}

/** A payment as this visitor may see it. */
export async function viewFor(deps: Deps, found: PaymentRow, visitor: Visitor) {
  const payment = await withCurrentPrice(deps, found);
  return publicView(deps.school.now, payment, await knowsReason(deps, payment, visitor));
}

async function knowsReason(deps: Deps, payment: PaymentRow, visitor: Visitor): Promise<boolean> {
  if (payment.rejectionReason === null || isProvenStudent(payment, visitor)) return true;
  const proofs = await listKnownProofs(deps.db, payment.id);
  return mayKnowReason(
    payment,
    proofs.map(({ id }) => id),
    visitor,
  );
}

/** The payment of a link in an e-mail; one whose key does not fit leads nowhere. */
export async function findByLink(deps: Deps, typedCode: string, key: string): Promise<PaymentRow> {
  const payment = await findByTypedCode(deps.db, typedCode);
  const facts = await findLetterData(deps.db, payment.id);
  if (!facts || !isLinkKey(deps, facts, key)) throw paymentNotFound();
  return payment;
}

/** A code that was given counts, right or wrong; else the cookie, else the payment of who is logged in. */
export async function findCurrent(deps: Deps, code: string | undefined, { grant, user }: Visitor): Promise<PaymentRow> {
  if (code !== undefined) return findByTypedCode(deps.db, code);
  const payment =
    (grant && (await findPaymentByCode(deps.db, grant.paymentCode))) ||
    (user && (await findPaymentOf(deps.db, user.id)));
  if (!payment) throw paymentNotFound();
  return payment;
}

/**
 * Limits what strangers in many networks ask about one e-mail address. The holder of its payment is not counted, so
 * that a stranger cannot use up the holder's tries.
 */
async function chargeAddressOf(deps: Deps, email: string, visitor: Visitor): Promise<void> {
  const payer = await findPayerByEmail(deps.db, email);
  const payment = payer && (await findPaymentOf(deps.db, payer.id));
  if (payment && isProvenStudent(payment, visitor)) return;
  await charge(deps, { bucket: 'payment-of-email', max: 5, windowMs: HOUR_MS }, identityKey(email));
}

/** The way back to a payment for a student whose browser has forgotten the code. Never a second payment. */
export async function createByEmail(deps: Deps, email: string, address: string, visitor: Visitor) {
  await charge(deps, { bucket: 'payment-by-email', max: 10, windowMs: HOUR_MS }, address);
  await chargeAddressOf(deps, email, visitor);
  return transact(deps, async (tx) => {
    const payer = await findPayerByEmail(tx, email);
    if (payer?.role !== 'student' || payer.status === 'blocked') {
      throw notFound('Email não encontrado. Por favor, faça o registro novamente.');
    }
    const existing = await findPaymentOf(tx, payer.id);
    if (existing) return { payment: existing, isNew: false };
    if (payer.status === 'active') {
      throw new AppError('already_active', 'Seu acesso já está liberado. Entre com seu usuário e senha.');
    }
    return openOrFind(deps, tx, payer.id);
  });
}

/**
 * A removed student's orders stay in the books under a pseudonym: what was paid, when and how. Open orders are
 * cancelled and their proofs deleted. A requested refund is still owed.
 */
export async function forgetPayer(deps: Deps, tx: Tx, userId: string): Promise<void> {
  const orders = await listOrdersOf(tx, userId);
  if (orders.length === 0) return;
  for (const { id } of orders) {
    const payment = await lockPayment(tx, id);
    if (payment && move(payment.status, 'cancel') === 'change') {
      await takeStep(deps, tx, payment, { do: 'cancel', by: null });
    }
    // Long ago: the sweep that is sent along takes them at once.
    await releaseProofs(tx, id, new Date(0));
    await releaseStored(tx, await takeRefundFile(tx, id), new Date(0));
    await deps.jobs.send(tx, FILES_JOB, {}, { key: `removed:${id}` });
  }
  await savePseudonym(tx, userId, newPseudonym());
}

/** Where `/` leads a visitor whose payment was approved: to the login, not to the sales page. */
export async function pathForVisitor(deps: Deps, grant: PaymentGrant | null): Promise<string | null> {
  const payment = grant && (await findPaymentByCode(deps.db, grant.paymentCode));
  return payment?.status === 'approved' ? screens.login : null;
}
