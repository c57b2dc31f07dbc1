import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { giveCouponBack } from '#server/features/money/coupons/coupons.service.ts';
import {
  findReservation,
  type LapsedCoupon,
  listLapsedOrders,
} from '#server/features/money/coupons/reservations.service.ts';
import { defaultOffer, offerToday } from '#server/features/money/offers/offers.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { lockUserRow } from '#server/features/platform/users/user-states.service.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { saveLapse } from './coupon-reservations.store.ts';
import { lockPayment, type PaymentRow } from './payments.store.ts';

/** A limited coupon is reserved for an unpaid order for some hours. Then another student can use it. */

const LAPSE_JOB = 'coupon-reservations';
const LAPSED_AT_ONCE = 200;

/**
 * Ends the reservation of one order if its time is over: the use goes back to the coupon, and the order costs the day's
 * price. Idempotent; returns the order as it is afterwards.
 */
async function lapse(deps: Deps, id: number, studentId: string | null): Promise<PaymentRow | undefined> {
  return transact(deps, async (tx) => {
    const now = deps.clock.now();
    if (studentId) await lockUserRow(tx, studentId);
    const order = await lockPayment(tx, id);
    // A proof, an approval or another request may have been first.
    if (!order || !(await findReservation(deps, tx, id))?.isOver) return order;
    const { price } = order.offerId === null ? await defaultOffer(tx) : await offerToday(tx, order.offerId);
    await giveCouponBack(tx, id);
    const lapsed = await saveLapse(tx, order, { price, now });
    await recordAudit(tx, {
      at: now,
      actorId: null,
      action: 'payment.coupon_lapsed',
      subject: `payment:${id}`,
      details: { before: order.amount, after: price },
    });
    return lapsed;
  });
}

/** The order as a visitor must see it now. Costs a query only where the order has a coupon. */
export async function withCurrentPrice(deps: Deps, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.couponId === null) return payment;
  const reservation = await findReservation(deps, deps.db, payment.id);
  if (!reservation?.isOver) return payment;
  return (await lapse(deps, payment.id, payment.userId)) ?? payment;
}

/** Ends the reservations of one coupon or one student that are over, before a request relies on them. */
export async function lapseReservations(deps: Deps, of: LapsedCoupon): Promise<void> {
  const due = await listLapsedOrders(deps, { of, limit: LAPSED_AT_ONCE });
  for (const { id, studentId } of due) await lapse(deps, id, studentId);
}

/** What the payment page says about the coupon of an order. */
export async function readReservation(deps: Deps, payment: PaymentRow) {
  const reservation = payment.couponId === null ? undefined : await findReservation(deps, deps.db, payment.id);
  return { reservedUntil: reservation?.until ?? null, lapsedAt: payment.couponLapsedAt };
}

export function defineCouponReservations(deps: Deps): void {
  defineUpkeep(deps, {
    name: LAPSE_JOB,
    every: '* * * * *',
    async run() {
      const { done } = await runEach(deps, {
        work: LAPSE_JOB,
        limit: LAPSED_AT_ONCE,
        list: (pausing, limit) => listLapsedOrders(deps, { pausing, limit }),
        idOf: ({ id }) => id,
        run: async ({ id, studentId }) => void (await lapse(deps, id, studentId)),
      });
      return { lapsed: done };
    },
  });
}
