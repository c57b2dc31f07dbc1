import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { PIX_KEY_MAX } from '#contract/limits.ts';
import { id, instant } from '#contract/shapes.ts';
import { openedCourses } from './access.ts';
import { refund, refundPart } from './amounts.ts';
import { couponCode } from './coupon-code.ts';
import { optionalNote, paymentMethod, statusShown } from './payments.ts';

/** What a student bought, and what became of it. */
export const order = z.object({
  id,
  paymentCode: z.string(),
  status: statusShown,
  /** What is paid, in cents. */
  amount: z.int(),
  /** What the offer cost without a coupon. */
  fullAmount: z.int(),
  method: paymentMethod,
  offer: z.object({ id, name: z.string() }),
  /** The code that made it cheaper. */
  coupon: z.nullable(z.string()),
  /** To pay with; null once there is nothing to pay. */
  pixCode: z.nullable(z.string()),
  createdAt: instant,
  proofUploadedAt: z.nullable(instant),
  approvedAt: z.nullable(instant),
  rejectionReason: z.nullable(z.string()),
  /** What it opened; null: nothing yet. `endsOn` is a day, null: without an end. */
  access: z.nullable(z.object({ active: z.boolean(), endsOn: z.nullable(z.string()), courses: openedCourses })),
  /** Asked for or carried out. */
  refund: z.nullable(refund),
  /** Each time money went back, oldest first. */
  refundParts: z.array(refundPart),
  /** The last moment at which the money may be asked back without a reason; null: it cannot be (any more). */
  refundableUntil: z.nullable(instant),
  /** Every change of state, oldest first. */
  history: z.array(
    z.object({ at: instant, from: z.nullable(statusShown), to: statusShown, reason: z.nullable(z.string()) }),
  ),
});
export type Order = z.output<typeof order>;

export const listMyOrders = endpoint({
  method: 'GET',
  path: '/api/my-orders',
  access: 'signedIn',
  summary: 'What one has bought, newest first.',
  response: z.array(order),
});

export const openOrder = endpoint({
  method: 'POST',
  path: '/api/my-orders',
  access: 'signedIn',
  errors: ['already_active', 'not_found', 'state_conflict', 'coupon_refused'],
  summary:
    'Renews, or buys another offer: an order to pay. The same wish again is the same order; one is open at a time.',
  body: z.object({ offerId: z.optional(id), coupon: z.optional(couponCode) }),
  response: order,
  alsoAnswers: [201],
});

export const cancelOrder = endpoint({
  method: 'DELETE',
  path: '/api/my-orders/:id',
  access: 'signedIn',
  errors: ['state_conflict'],
  summary: 'Calls off an order that is not paid; its coupon is free again.',
  response: order,
});

export const requestRefund = endpoint({
  method: 'POST',
  path: '/api/my-orders/:id/refund-request',
  access: 'signedIn',
  errors: ['state_conflict', 'refund_too_late'],
  summary:
    'Asks the money back within seven days of the approval, without a reason, to a PIX key where it must not go to the account that paid; again is the same.',
  body: z.object({ pixKey: optionalNote(PIX_KEY_MAX) }),
  response: order,
});

export const withdrawRefund = endpoint({
  method: 'DELETE',
  path: '/api/my-orders/:id/refund-request',
  access: 'signedIn',
  errors: ['state_conflict'],
  summary: 'Takes the wish back: everything is as before.',
  response: order,
});
