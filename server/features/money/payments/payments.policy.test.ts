import { expect, it } from 'vitest';
import { paymentStatuses } from '#contract/money/payments.ts';
import { isOpenToHolder, move, stepNames, targetOf } from './payments.policy.ts';

const where = (kind: ReturnType<typeof move>) =>
  stepNames.flatMap((step) =>
    paymentStatuses.filter((from) => move(from, step) === kind).map((from) => `${from}→${targetOf(step)} (${step})`),
  );

it('allows exactly the steps of the product', () => {
  expect(where('change')).toEqual([
    'pending→analyzing (send_proof)',
    'rejected→analyzing (send_proof)',
    'rejected→analyzing (pay_again)',
    'pending→approved (approve)',
    'analyzing→approved (approve)',
    'pending→rejected (reject)',
    'analyzing→rejected (reject)',
    'pending→cancelled (cancel)',
    'analyzing→cancelled (cancel)',
    'rejected→cancelled (cancel)',
    'approved→refund_requested (request_refund)',
    'refund_requested→approved (withdraw_refund)',
    'refund_requested→approved (refuse_refund)',
    'approved→refunded (refund)',
    'refund_requested→refunded (refund)',
    'refund_requested→approved (refund_part)',
    'approved→analyzing (take_back)',
  ]);
});

it('a step to the state that an order already has counts as done, and no other step does', () => {
  expect(where('same')).toEqual([
    'analyzing→analyzing (send_proof)',
    'analyzing→analyzing (pay_again)',
    'approved→approved (approve)',
    'rejected→rejected (reject)',
    'cancelled→cancelled (cancel)',
    'refund_requested→refund_requested (request_refund)',
    'approved→approved (withdraw_refund)',
    'approved→approved (refuse_refund)',
    'refunded→refunded (refund)',
    'approved→approved (refund_part)',
    'analyzing→analyzing (take_back)',
  ]);
  expect(where('refused')).toHaveLength(stepNames.length * paymentStatuses.length - 17 - 11);
});

it.each([
  ['pending', null, true],
  ['pending', true, true],
  ['analyzing', false, true],
  ['analyzing', true, false],
  // Written by an earlier version: the sender is unknown.
  ['analyzing', null, false],
  ['rejected', false, false],
  ['approved', false, false],
] as const)('%s, said by the holder: %s, may be changed by the holder: %s', (status, analysisByHolder, expected) => {
  expect(isOpenToHolder({ status, analysisByHolder })).toBe(expected);
});
