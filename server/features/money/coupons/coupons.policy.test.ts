import { expect, it } from 'vitest';
import { couponRefusal, discounted } from './coupons.policy.ts';

it.each([
  [29_700, { percent: 20, cents: null }, 23_760],
  [999, { percent: 33, cents: null }, 669],
  [29_700, { percent: 100, cents: null }, 1],
  [29_700, { percent: null, cents: 5000 }, 24_700],
  [29_700, { percent: null, cents: 99_999 }, 1],
  [1, { percent: 50, cents: null }, 1],
])('a discount on %i cents leaves the rounded price, and at least one cent', (price, discount, expected) => {
  expect(discounted(price, discount)).toBe(expected);
});

const coupon = { validFrom: '2026-11-10', validUntil: '2026-11-20', usesMax: 2, uses: 1, offerIds: [1, 2] };
const ask = { offerId: 1, today: '2026-11-15', usedBefore: false };

it('a coupon is valid within its days, for its offers, up to its number of uses, once per student', () => {
  expect(couponRefusal(coupon, ask)).toBeNull();
  expect(couponRefusal(coupon, { ...ask, today: '2026-11-09' })).toBe('too_early');
  expect(couponRefusal(coupon, { ...ask, today: '2026-11-21' })).toBe('too_late');
  expect(couponRefusal(coupon, { ...ask, today: '2026-11-10' })).toBeNull();
  expect(couponRefusal(coupon, { ...ask, today: '2026-11-20' })).toBeNull();
  expect(couponRefusal(coupon, { ...ask, offerId: 3 })).toBe('other_offer');
  expect(couponRefusal({ ...coupon, offerIds: [] }, { ...ask, offerId: 3 })).toBeNull();
  expect(couponRefusal({ ...coupon, uses: 2 }, ask)).toBe('used_up');
  expect(couponRefusal({ ...coupon, usesMax: null, uses: 999 }, ask)).toBeNull();
  expect(couponRefusal(coupon, { ...ask, usedBefore: true })).toBe('used_before');
});
