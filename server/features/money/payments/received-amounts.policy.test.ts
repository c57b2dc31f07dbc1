import { describe, expect, it } from 'vitest';
import { claimedBy, type RecordedAmount, sameAsLine, sameAsPayment, sumByBank } from './received-amounts.policy.ts';

const approvedAt = new Date('2026-11-15T12:00:00.000Z');
const before = new Date('2026-11-15T11:59:59.000Z');
const after = new Date('2026-11-15T12:00:01.000Z');
const E2E = 'E18236120202611151200s0000000001';
const OTHER = 'E18236120202611151200s0000000002';

let serial = 0;
const row = (more: Partial<RecordedAmount>): RecordedAmount => {
  serial += 1;
  const empty = { endToEndId: null, chargeId: null, entryId: null, recordedAt: approvedAt, claimedAmount: null };
  return { id: serial, amount: 29_700, source: 'proof', ...empty, ...more };
};
const payment = { endToEndId: E2E, amount: 29_700, fee: null, surcharge: 0, receivedAt: after };
const line = { id: 7, amount: 29_700, day: '2026-11-15', endToEndId: E2E };

describe('a payment that a provider reports', () => {
  it.each<[string, Partial<RecordedAmount>, Partial<typeof payment>, string[], boolean]>([
    ['was reported before', { source: 'provider', chargeId: 1, endToEndId: E2E }, {}, [], true],
    ['was reported before without an id', { source: 'provider', chargeId: 1 }, {}, [], true],
    ['is another payment of the charge', { source: 'provider', chargeId: 1, endToEndId: OTHER }, {}, [], false],
    ['is a payment of another charge', { source: 'provider', chargeId: 2, endToEndId: OTHER }, {}, [], false],
    ['is on a statement under the same id', { source: 'statement', endToEndId: E2E, amount: 1 }, {}, [], true],
    ['is on a statement without ids', { source: 'statement', entryId: 3 }, {}, [], true],
    ['has another amount than the line', { source: 'statement', entryId: 3, amount: 1 }, {}, [], false],
    ['has another id than the line', { source: 'statement', entryId: 3, endToEndId: OTHER }, {}, [], false],
    ['was made before the proof was approved', {}, { receivedAt: before }, [], true],
    ['was made after the proof was approved', {}, {}, [], false],
    ['has no time', {}, { receivedAt: null as unknown as Date }, [], false],
    ['is named by the proof', {}, {}, [E2E], true],
    ['is not what was paid at the desk', { source: 'desk' }, { receivedAt: before }, [], false],
  ])('%s', (_, known, more, proofIds, isSame) => {
    const rows = [row(known)];
    expect(sameAsPayment(rows, 1, { ...payment, ...more }, proofIds)).toBe(isSame ? rows[0] : undefined);
  });
});

describe('a line of a statement', () => {
  it.each<[string, Partial<RecordedAmount>, Partial<typeof line>, boolean]>([
    ['was recorded before', { source: 'statement', entryId: 7, endToEndId: OTHER }, {}, true],
    ['is a second line', { source: 'statement', entryId: 8, endToEndId: OTHER }, {}, false],
    ['is what a proof claims, whatever its amount', {}, { amount: 100 }, true],
    ['is a payment of the provider by its id', { source: 'provider', chargeId: 1, endToEndId: E2E }, {}, true],
    ['is another payment by its id', { source: 'provider', chargeId: 1, endToEndId: OTHER }, {}, false],
    ['is a payment with a provider’s own id', { source: 'provider', chargeId: 1, endToEndId: 'pay_1' }, {}, true],
    ['has another amount', { source: 'provider', chargeId: 1, endToEndId: 'pay_1' }, { amount: 1 }, false],
    ['comes after another line of it', { source: 'provider', chargeId: 1, entryId: 8 }, {}, false],
    ['is not what was paid at the desk', { source: 'desk' }, {}, false],
  ])('%s', (_, known, more, isSame) => {
    const rows = [row(known)];
    expect(sameAsLine(rows, { ...line, ...more })).toBe(isSame ? rows[0] : undefined);
  });
});

it('only what a provider or a statement reported counts as confirmed by a bank', () => {
  const rows = [row({ source: 'provider' }), row({ source: 'statement', amount: 5 }), row({}), row({ source: 'desk' })];
  expect(sumByBank(rows)).toBe(29_705);
});

it.each([
  ['confirms the price when nothing is known', 0, undefined, 29_700],
  ['confirms what the bank told when no amount is given', 10_000, undefined, 0],
  ['claims what is confirmed', 0, 100, 100],
  ['claims what is confirmed beyond the bank', 10_000, 29_700, 19_700],
  ['never claims less than nothing', 10_000, 100, 0],
])('an approval by hand %s', (_, byBank, confirmed, claimed) => {
  expect(claimedBy(29_700, byBank, confirmed)).toBe(claimed);
});
