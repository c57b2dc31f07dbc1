/** The price with a coupon, and why a coupon is refused. Pure functions. */

type Discount = { percent: number | null; cents: number | null };

/** At least one cent: an order of nothing is a courtesy. Half a cent is rounded down. */
export const discounted = (price: number, { percent, cents }: Discount): number =>
  Math.max(1, price - Math.ceil((price * (percent ?? 0)) / 100) - (cents ?? 0));

type Facts = {
  validFrom: string | null;
  validUntil: string | null;
  usesMax: number | null;
  uses: number;
  offerIds: readonly number[];
};

export type CouponRefusal = 'too_early' | 'too_late' | 'other_offer' | 'used_up' | 'used_before';

export function couponRefusal(
  coupon: Facts,
  { offerId, today, usedBefore }: { offerId: number; today: string; usedBefore: boolean },
): CouponRefusal | null {
  if (coupon.validFrom !== null && today < coupon.validFrom) return 'too_early';
  if (coupon.validUntil !== null && today > coupon.validUntil) return 'too_late';
  if (coupon.offerIds.length > 0 && !coupon.offerIds.includes(offerId)) return 'other_offer';
  if (usedBefore) return 'used_before';
  if (coupon.usesMax !== null && coupon.uses >= coupon.usesMax) return 'used_up';
  return null;
}
