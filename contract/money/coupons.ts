import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { CENTS_MAX, COUNT_MAX } from '#contract/limits.ts';
import { id, instant, revision } from '#contract/shapes.ts';
import { couponCode } from './coupon-code.ts';
import { publicPayment, typedCode } from './payments.ts';

export const applyCoupon = endpoint({
  method: 'POST',
  path: '/api/payments/apply-coupon',
  access: 'public',
  errors: ['not_found', 'forbidden', 'state_conflict', 'coupon_refused'],
  summary: 'Applies a coupon to an unpaid order, for its holder. Idempotent. Never raises the amount.',
  body: z.object({ paymentCode: typedCode, coupon: couponCode }),
  response: publicPayment,
});

export const checkCoupon = endpoint({
  method: 'POST',
  path: '/api/coupons/check',
  access: 'public',
  errors: ['not_found', 'coupon_refused'],
  summary: 'The price of an offer with a coupon, before there is an order; the default offer if none is named.',
  body: z.object({ coupon: couponCode, offerId: z.optional(id) }),
  response: z.object({ coupon: z.string(), fullPrice: z.int(), price: z.int() }),
});

export const adminCoupon = z.object({
  id,
  code: z.string(),
  /** One of the two: percent of the price, or cents. */
  percent: z.nullable(z.int()),
  cents: z.nullable(z.int()),
  /** The offers it is valid for; empty: all. */
  offerIds: z.array(id),
  validFrom: z.nullable(z.string()),
  validUntil: z.nullable(z.string()),
  usesMax: z.nullable(z.int()),
  uses: z.int(),
  /** Uses of orders that are not paid yet; a limited coupon gets them back when their reservation ends. */
  reserved: z.int(),
  version: z.number(),
  updatedAt: instant,
});
export type AdminCoupon = z.output<typeof adminCoupon>;

const day = z.nullable(z.iso.date('Informe uma data.'));
const fields = {
  percent: z._default(z.nullable(z.int().check(z.gte(1), z.lte(100))), null),
  cents: z._default(z.nullable(z.int().check(z.gte(1), z.lte(CENTS_MAX))), null),
  offerIds: z._default(z.array(id).check(z.maxLength(100)), []),
  validFrom: z._default(day, null),
  validUntil: z._default(day, null),
  usesMax: z._default(z.nullable(z.int().check(z.gte(1), z.lte(COUNT_MAX))), null),
};

export const listCoupons = endpoint({
  method: 'GET',
  path: '/api/admin/coupons',
  access: 'office',
  summary: 'All coupons, newest first.',
  response: z.array(adminCoupon),
});

export const createCoupon = endpoint({
  method: 'POST',
  path: '/api/admin/coupons',
  access: 'admin',
  freshProof: true,
  errors: ['not_found', 'coupon_exists'],
  summary: 'Adds a coupon. The same creationKey is the same coupon.',
  body: z.object({ ...fields, code: couponCode, creationKey: z.optional(z.uuid()) }),
  response: adminCoupon,
  alsoAnswers: [201],
});

export const updateCoupon = endpoint({
  method: 'PUT',
  path: '/api/admin/coupons/:id',
  access: 'admin',
  freshProof: true,
  errors: ['version_conflict'],
  summary: 'Changes a coupon for new orders; 409 when `version` is not the newest. The code stays.',
  body: z.object({ ...fields, version: revision }),
  response: adminCoupon,
});

export const deleteCoupon = endpoint({
  method: 'DELETE',
  path: '/api/admin/coupons/:id',
  access: 'admin',
  freshProof: true,
  errors: ['coupon_in_use'],
  summary: 'Removes a coupon that no order names.',
});
