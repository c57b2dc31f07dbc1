import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeOf, planReturns, returnNameOf } from './returns.policy.ts';

const part = (chargeId: number, amount: number, returned = 0, processing = 0) => ({
  chargeId,
  endToEndId: `E${chargeId}`,
  amount,
  returned,
  returns: processing > 0 ? [{ name: 'x', amount: processing, state: 'processing' as const, reference: null }] : [],
});

describe('what is asked back of which payment', () => {
  it.each([
    ['the whole of one', [part(1, 297)], 297, [[1, 297]]],
    ['a part', [part(1, 297)], 100, [[1, 100]]],
    ['the larger one first', [part(1, 100), part(2, 297)], 297, [[2, 297]]],
    [
      'of two together',
      [part(1, 100), part(2, 197)],
      297,
      [
        [2, 197],
        [1, 100],
      ],
    ],
    ['what neither went back nor is on its way', [part(1, 297, 97, 100)], 100, [[1, 100]]],
    ['more than is there', [part(1, 297, 97, 100)], 101, null],
    ['nothing was received', [], 1, null],
  ] as const)('%s', (_, parts, amount, plan) => {
    expect(planReturns(parts, amount)?.map((one) => [one.chargeId, one.amount]) ?? null).toEqual(plan);
  });

  it('is exactly the amount, and of no payment more than is left of it', () => {
    const parts = fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { maxLength: 5 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 1500 }), (all, amount) => {
        const held = all.map(([left, gone], index) => part(index, left + gone, gone));
        const plan = planReturns(held, amount);
        const total = all.reduce((sum, [left]) => sum + left, 0);
        expect(plan === null).toBe(total < amount);
        for (const one of plan ?? []) expect(one.amount).toBeLessThanOrEqual(all[one.chargeId]?.[0] ?? 0);
        if (plan) expect(plan.reduce((sum, one) => sum + one.amount, 0)).toBe(amount);
      }),
    );
  });
});

it.each([
  [[], 'none'],
  [['asked'], 'open'],
  [['done', 'processing'], 'open'],
  [['failed', 'asked'], 'open'],
  [['done', 'failed'], 'done'],
  [['failed', 'failed'], 'failed'],
] as const)('%j together is %s', (states, outcome) => {
  expect(outcomeOf(states.map((state) => ({ state })))).toBe(outcome);
});

it('a name fits what the API Pix takes', () => {
  expect(returnNameOf('7KQ2M0XRW94TB3HN', 1)).toBe('7KQ2M0XRW94TB3HNR001');
});
