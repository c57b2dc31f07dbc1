import { expect, it } from 'vitest';
import { mayAskBack, needsReason } from './refunds.policy.ts';

const end = new Date('2026-11-21T02:59:59.999Z');
const after = new Date('2026-11-21T03:00:00.000Z');
const paid = { status: 'approved', amount: 29_700 } as const;

it('is asked back until the last moment of the guarantee, when it was approved and paid', () => {
  expect(mayAskBack(paid, end, end)).toBe(true);
  expect(mayAskBack(paid, end, after)).toBe(false);
  expect(mayAskBack(paid, null, end)).toBe(false);
  expect(mayAskBack({ ...paid, amount: 0 }, end, end)).toBe(false);
  expect(mayAskBack({ ...paid, status: 'analyzing' }, end, end)).toBe(false);
});

it('needs a reason for a part, and for what nobody asked for in time', () => {
  expect(needsReason(paid, 29_700, end, end)).toBe(false);
  expect(needsReason(paid, 29_699, end, end)).toBe(true);
  expect(needsReason(paid, 29_700, end, after)).toBe(true);
  expect(needsReason(paid, 29_700, null, end)).toBe(true);
  // Asked for in time, carried out later.
  const asked = { ...paid, status: 'refund_requested' } as const;
  expect(needsReason(asked, 29_700, end, after)).toBe(false);
  expect(needsReason(asked, 100, end, after)).toBe(true);
});
