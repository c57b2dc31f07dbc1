import { expect, it } from 'vitest';
import { paymentStatuses } from '../../../contract/payments.ts';
import { move } from './payments.policy.ts';

it('allows exactly the moves of the product', () => {
  const allowed = paymentStatuses.flatMap((from) =>
    paymentStatuses.filter((to) => move(from, to) === 'change').map((to) => `${from}→${to}`),
  );
  expect(allowed).toEqual([
    'pending→analyzing',
    'pending→approved',
    'pending→rejected',
    'pending→cancelled',
    'analyzing→approved',
    'analyzing→rejected',
    'analyzing→cancelled',
    'rejected→analyzing',
    'rejected→cancelled',
  ]);
});

it('refuses everything else, by name', () => {
  const refused = paymentStatuses.flatMap((from) =>
    paymentStatuses.filter((to) => move(from, to) === 'refused').map((to) => `${from}→${to}`),
  );
  expect(refused).toEqual([
    'analyzing→pending',
    'approved→pending',
    'approved→analyzing',
    'approved→rejected',
    'approved→cancelled',
    'rejected→pending',
    'rejected→approved',
    'cancelled→pending',
    'cancelled→analyzing',
    'cancelled→approved',
    'cancelled→rejected',
  ]);
});

it('takes what stands already for done', () => {
  for (const status of paymentStatuses) expect(move(status, status)).toBe('same');
});
