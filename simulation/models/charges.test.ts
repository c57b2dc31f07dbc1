import { beforeAll, expect, it } from 'vitest';
import { paymentStatuses } from '#contract/money/payments.ts';
import {
  caseOf,
  isSettled,
  knowsTheBank,
  look,
  newOrder,
  type OrderState,
  orderEvents,
  PRICE,
  receivedOf,
  refundedOf,
} from './charges.model.ts';
import { type Explored, explore } from './explore.ts';

/** Every path of one order with at most two payments: charges, refunds and webhooks, explored to the end. */
let explored: Explored<OrderState>;
beforeAll(() => {
  explored = explore(newOrder, orderEvents);
});

const told = (state: OrderState) => `${explored.wayTo(state).join(', ')}: ${JSON.stringify(state)}`;
const against = (breaks: (state: OrderState) => boolean) => explored.states.filter(breaks).map(told).slice(0, 3);

it('reaches every state of an order, and everything that can happen happens', () => {
  expect(new Set(explored.states.map(({ status }) => status))).toEqual(new Set(paymentStatuses));
  expect([...explored.happened].sort()).toEqual(Object.keys(orderEvents).sort());
  expect(explored.states.length).toBeGreaterThan(1000);
});

it('from every state a way leads to one where nothing is left to do', () => {
  expect(explored.stuck(isSettled).map(told).slice(0, 3)).toEqual([]);
});

it('a paid order is not left waiting once the school has looked', () => {
  const isForgotten = ({ status, known, refunds }: OrderState) =>
    ['pending', 'analyzing'].includes(status) && known.received - known.returned - refunds.byHand >= PRICE;
  expect(against((state) => isForgotten(look(state)))).toEqual([]);
});

it('a webhook that comes twice does what it does once', () => {
  expect(against((state) => JSON.stringify(look(look(state))) !== JSON.stringify(look(state)))).toEqual([]);
});

it('money that is kept without a sale, or missing for one, is a case', () => {
  const isSilent = (state: OrderState) => {
    if (!knowsTheBank(state) || caseOf(state) !== null) return false;
    const held = receivedOf(state) - refundedOf(state);
    const isOver = ['rejected', 'cancelled', 'refunded'].includes(state.status);
    const isSold = ['approved', 'refund_requested'].includes(state.status);
    return held < 0 || (isOver && held > 0) || (isSold && receivedOf(state) < PRICE) || (isSold && held > PRICE);
  };
  expect(against(isSilent)).toEqual([]);
});

it('never more goes back through the bank than came', () => {
  expect(against(({ bank }) => bank.some(({ amount, returned, moving }) => returned + moving > amount))).toEqual([]);
});

it('access ends when all of it went back', () => {
  const isOpenForNothing = (state: OrderState) =>
    state.status === 'approved' && !state.byHand && receivedOf(state) > 0 && refundedOf(state) >= receivedOf(state);
  expect(against((state) => knowsTheBank(state) && isOpenForNothing(look(state)))).toEqual([]);
});
