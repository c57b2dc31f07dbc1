import { expect, it } from 'vitest';
import { isRepeat, mayAskBack, needsReason, restOf } from './refunds.policy.ts';

const end = new Date('2026-11-21T02:59:59.999Z');
const after = new Date('2026-11-21T03:00:00.000Z');
const paid = { status: 'approved', amount: 29_700 } as const;

it('a refund can be requested until the last moment of the guarantee, if approved and paid', () => {
  expect(mayAskBack(paid, end, end)).toBe(true);
  expect(mayAskBack(paid, end, after)).toBe(false);
  expect(mayAskBack(paid, null, end)).toBe(false);
  expect(mayAskBack({ ...paid, amount: 0 }, end, end)).toBe(false);
  expect(mayAskBack({ ...paid, status: 'analyzing' }, end, end)).toBe(false);
});

it('a partial refund, or one that was not requested in time, needs a reason', () => {
  expect(needsReason(paid, { amount: 29_700, rest: 29_700 }, end, end)).toBe(false);
  expect(needsReason(paid, { amount: 29_699, rest: 29_700 }, end, end)).toBe(true);
  expect(needsReason(paid, { amount: 29_700, rest: 29_700 }, end, after)).toBe(true);
  expect(needsReason(paid, { amount: 29_700, rest: 29_700 }, null, end)).toBe(true);
  // Asked for in time, carried out later.
  const asked = { ...paid, status: 'refund_requested' } as const;
  expect(needsReason(asked, { amount: 29_700, rest: 29_700 }, end, after)).toBe(false);
  expect(needsReason(asked, { amount: 100, rest: 29_700 }, end, after)).toBe(true);
});

it('the refundable amount is what came less what went back, never below zero', () => {
  expect(restOf(29_700, [{ amount: 100 }, { amount: 600 }])).toBe(29_000);
  expect(restOf(100, [{ amount: 600 }])).toBe(0);
});

const entry = { amount: 500, paidOn: '2026-11-13', endToEndId: null, note: 'Acordo', creationKey: 'a' };
it.each([
  ['the same key', entry, 100, true],
  ['another key, everything else equal', { ...entry, creationKey: 'b' }, 100, false],
  ['another key, nothing left', { ...entry, creationKey: 'b' }, 0, false],
  ['no key, everything equal', { ...entry, creationKey: null }, 100, true],
  ['no key, another reason', { ...entry, creationKey: null, note: 'Outro' }, 100, false],
  ['no key, another day', { ...entry, creationKey: null, paidOn: '2026-11-14' }, 100, false],
  ['no key, another transfer', { ...entry, creationKey: null, endToEndId: 'E1' }, 100, false],
  ['no key, nothing left and the same amount', { ...entry, creationKey: null, note: null }, 0, true],
  ['no key, nothing left and another amount', { ...entry, creationKey: null, amount: 501 }, 0, false],
])('a refund is compared with the recorded one by key and values: %s', (_, asked, rest, expected) => {
  expect(isRepeat([entry], rest, asked)).toBe(expected);
});
