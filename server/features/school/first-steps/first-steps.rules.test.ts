import { expect, it } from 'vitest';
import { withStates } from './first-steps.rules.ts';

type Facts = Parameters<typeof withStates>[0];

const empty: Facts = {
  brand: { schoolName: 'Alvorada', hasOwnName: false, hasLogo: false },
  payment: { hasProvider: false, hasKey: false, hasReceived: false },
  mail: { isSent: false, stored: 0, failed: 0 },
  price: { priceCents: 29_700, isOnSale: true, hasEnd: false },
  claims: { open: 0 },
  people: { students: 0, teachers: 0 },
};
const full: Facts = {
  brand: { schoolName: 'Curso Farol', hasOwnName: true, hasLogo: true },
  payment: { hasProvider: false, hasKey: true, hasReceived: true },
  mail: { isSent: true, stored: 0, failed: 0 },
  price: { priceCents: 29_700, isOnSale: true, hasEnd: true },
  claims: { open: 0 },
  people: { students: 1, teachers: 0 },
};
const statesOf = (facts: Facts, ...skips: string[]) =>
  Object.values(withStates(facts, new Set(skips))).map(({ state }) => state);

it('every step of an empty school is open, and none of a complete school', () => {
  expect(statesOf(empty)).toEqual(['open', 'open', 'open', 'open', 'open', 'open']);
  expect(statesOf(full)).toEqual(['done', 'done', 'done', 'done', 'done', 'done']);
});

it.each([
  ['a school without a logo', { brand: { ...full.brand, hasLogo: false } }, 0],
  ['a PIX key that never received anything', { payment: { ...full.payment, hasReceived: false } }, 1],
  ['a payment without a key or a provider', { payment: { ...full.payment, hasKey: false } }, 1],
  ['mail that no one has proven', { mail: { ...full.mail, isSent: false } }, 2],
  ['access without an end', { price: { ...full.price, hasEnd: false } }, 3],
  ['an open claim', { claims: { open: 1 } }, 4],
  ['a school without people', { people: { students: 0, teachers: 0 } }, 5],
] as const)('keeps the step of %s open', (_, change, index) => {
  expect(statesOf({ ...full, ...change }).map((state, place) => state === 'open' && place === index)).toEqual(
    Array.from({ length: 6 }, (_value, place) => place === index),
  );
});

it('the claims of a school with the name of the product count as undecided', () => {
  expect(withStates({ ...full, brand: empty.brand }, new Set()).claims.state).toBe('open');
});

it('a skip applies to an open step, but not to a done or broken one', () => {
  expect(statesOf(empty, 'brand', 'people')).toEqual(['skipped', 'open', 'open', 'open', 'open', 'skipped']);
  expect(statesOf(full, 'brand')[0]).toBe('done');
  expect(statesOf({ ...full, mail: { isSent: false, stored: 12, failed: 0 } }, 'mail')[2]).toBe('broken');
  expect(statesOf({ ...full, mail: { isSent: true, stored: 0, failed: 1 } }, 'mail')[2]).toBe('broken');
  expect(statesOf({ ...full, price: { ...full.price, isOnSale: false } }, 'price')[3]).toBe('broken');
});
