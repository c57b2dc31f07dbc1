import { expect, it } from 'vitest';
import type { PaymentStatus } from '#contract/money/payments.ts';
import { amountCaseOf, expectedTotalOf } from './balance.policy.ts';

const PRICE = 29_700;

it.each<[string, PaymentStatus, number, number, string | null]>([
  ['nothing came for an open order', 'pending', 0, 0, null],
  ['less than the price came for an open order', 'analyzing', 100, 0, 'wrong_amount'],
  ['the price came for an open order', 'pending', PRICE, 0, null],
  ['what came for an open order went back', 'pending', 100, 100, null],
  ['the price came for an approved order', 'approved', PRICE, 0, null],
  ['a cent is missing', 'approved', PRICE - 1, 0, 'underpaid'],
  ['a cent too much came', 'approved', PRICE + 1, 0, 'overpaid'],
  ['the price came twice', 'approved', 2 * PRICE, 0, 'paid_twice'],
  ['the price came twice and a refund is asked for', 'refund_requested', 2 * PRICE, 0, 'paid_twice'],
  ['the second payment went back', 'approved', 2 * PRICE, PRICE, null],
  ['a part of the price went back', 'approved', PRICE, 5_000, null],
  ['everything went back', 'refunded', PRICE, PRICE, null],
  ['money came after everything went back', 'refunded', 2 * PRICE, PRICE, 'order_closed'],
  ['more went back than came', 'refunded', PRICE, 2 * PRICE, 'returned_twice'],
  ['a rejected order was paid', 'rejected', PRICE, 0, 'order_closed'],
  ['a cancelled order was paid in part', 'cancelled', 1, 0, 'order_closed'],
])('%s', (_, status, received, refunded, kind) => {
  expect(amountCaseOf({ status, amount: PRICE }, { received, refunded, surcharge: 0 })).toBe(kind);
});

it('money for a gift counts as overpaid, never as paid twice', () => {
  expect(amountCaseOf({ status: 'approved', amount: 0 }, { received: 100, refunded: 0, surcharge: 0 })).toBe(
    'overpaid',
  );
});

it('an order that was paid twice by card has one total too much', () => {
  const twice = { received: 2 * (PRICE + 5940), refunded: 0, surcharge: 5940 };
  expect(amountCaseOf({ status: 'approved', amount: PRICE }, twice)).toBe('paid_twice');
  expect(expectedTotalOf({ amount: PRICE }, twice)).toBe(PRICE + 5940);
});

it('the surcharge of a card is no excess, and what comes beyond it is', () => {
  const order = { status: 'approved', amount: PRICE } as const;
  const byCard = { received: PRICE + 5940, refunded: 0, surcharge: 5940 };
  expect(amountCaseOf(order, byCard)).toBeNull();
  expect(amountCaseOf(order, { ...byCard, received: PRICE + 5941 })).toBe('overpaid');
});
