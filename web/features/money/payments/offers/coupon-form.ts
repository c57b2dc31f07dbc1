import type { AdminCoupon } from '#contract/money/coupons.ts';
import { formatMoney } from '#web/lib/format.ts';
import { readMoney } from '#web/lib/money.ts';
import { chosenIds, optionalCount } from './offer-form.ts';

export const discountKinds = ['percent', 'cents'] as const;
export type DiscountKind = (typeof discountKinds)[number];

/** A coupon as it is typed. */
export const newCoupon = {
  code: '',
  kind: 'percent' as DiscountKind,
  percent: '',
  cents: '',
  where: 'all' as string,
  offerIds: '',
  validFrom: '',
  validUntil: '',
  usesMax: '',
};
export type CouponValues = typeof newCoupon;

export const valuesOf = (coupon: AdminCoupon): CouponValues => ({
  code: coupon.code,
  kind: coupon.percent === null ? 'cents' : 'percent',
  percent: coupon.percent === null ? '' : String(coupon.percent),
  cents: coupon.cents === null ? '' : formatMoney(coupon.cents),
  where: coupon.offerIds.length === 0 ? 'all' : 'some',
  offerIds: coupon.offerIds.join(','),
  validFrom: coupon.validFrom ?? '',
  validUntil: coupon.validUntil ?? '',
  usesMax: coupon.usesMax === null ? '' : String(coupon.usesMax),
});

export const bodyOf = (values: CouponValues) => ({
  code: values.code,
  percent: values.kind === 'percent' ? Number(values.percent.replace('%', '').trim() || Number.NaN) : null,
  cents: values.kind === 'cents' ? readMoney(values.cents) : null,
  offerIds: values.where === 'some' ? chosenIds(values.offerIds) : [],
  validFrom: values.validFrom || null,
  validUntil: values.validUntil || null,
  usesMax: optionalCount(values.usesMax),
});
