import { expect, it } from 'vitest';
import { isSold, priceNow, seatsLeft } from './offers.policy.ts';

const offer = { priceCents: 29_700, struckPriceCents: 69_700, nextPriceCents: null, places: 47, placesTaken: 0 };

it('an offer costs its price while seats are left, and the next price afterwards', () => {
  expect(priceNow(offer)).toEqual({ price: 29_700, struckPrice: 69_700, placesLeft: 47 });
  expect(priceNow({ ...offer, placesTaken: 46 })).toMatchObject({ price: 29_700, placesLeft: 1 });
  expect(priceNow({ ...offer, placesTaken: 47 })).toEqual({ price: 69_700, struckPrice: null, placesLeft: null });
  expect(priceNow({ ...offer, placesTaken: 47, nextPriceCents: 39_700 })).toEqual({
    price: 39_700,
    struckPrice: 69_700,
    placesLeft: null,
  });
  expect(priceNow({ ...offer, placesTaken: 50, struckPriceCents: null })).toMatchObject({ price: 29_700 });
});

it('an offer without a number of seats has none to count, and an overbooked one has none left', () => {
  expect(seatsLeft({ places: null, placesTaken: 9 })).toBeNull();
  expect(seatsLeft({ places: 3, placesTaken: 9 })).toBe(0);
  expect(priceNow({ ...offer, places: null })).toEqual({ price: 29_700, struckPrice: 69_700, placesLeft: null });
});

it('an offer is on sale from its first day to its last, both included', () => {
  const window = { soldFrom: '2026-11-10', soldUntil: '2026-11-20' };
  expect(['2026-11-09', '2026-11-10', '2026-11-20', '2026-11-21'].map((day) => isSold(window, day))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isSold({ soldFrom: null, soldUntil: null }, '2026-11-15')).toBe(true);
});
