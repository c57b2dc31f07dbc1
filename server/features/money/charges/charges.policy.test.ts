import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaymentStatus } from '#contract/money/payments.ts';
import { move } from '#server/features/money/payments/payments.policy.ts';
import { nextSyncAt, txidOf, verdictOf } from './charges.policy.ts';

const amount = 29_700;
const order = (status: PaymentStatus, decidedBy: string | null = null) => ({ status, amount, decidedBy });
const money = (received: number, returned = 0, isOurs = true, recorded = 0) => ({
  received,
  returned,
  isOurs,
  recorded,
});

describe('what becomes of an order', () => {
  it.each([
    ['nothing paid', order('pending'), money(0), null, []],
    ['the whole amount', order('pending'), money(amount), 'approve', []],
    ['the whole amount, with a proof in analysis', order('analyzing'), money(amount), 'approve', []],
    ['a cent too little', order('pending'), money(amount - 1), null, []],
    ['twice the amount', order('pending'), money(2 * amount), 'approve', []],
    ['paid to another key', order('pending'), money(amount, 0, false), null, ['wrong_key']],
    ['paid and given back before anybody looked', order('pending'), money(amount, amount), 'refund', []],
    ['approved, and told again', order('approved'), money(amount), null, []],
    ['approved, and paid again', order('approved'), money(2 * amount), null, []],
    ['given back at the bank', order('approved'), money(amount, amount), 'refund', []],
    ['a part given back at the bank', order('refund_requested'), money(amount, 100), 'refund', ['partly_returned']],
    ['a part given back, recorded', order('approved'), money(amount, 100, true, 100), null, []],
    ['the rest given back, too', order('approved'), money(amount, amount, true, 100), 'refund', []],
    ['by hand, a part given back', order('approved', 'admin'), money(amount, 100), null, ['returned']],
    ['the double one given back', order('approved'), money(2 * amount, amount), 'refund', []],
    ['the double one given back, recorded', order('approved'), money(2 * amount, amount, true, amount), null, []],
    ['approved by hand, and given back', order('approved', 'admin'), money(amount, amount), null, ['returned']],
    ['approved by hand, nothing received', order('approved', 'admin'), money(0), null, []],
    ['rejected, and a charge of before is paid', order('rejected', 'admin'), money(amount), null, []],
    ['rejected, and paid again', order('rejected', 'admin'), { ...money(amount), isRetry: true }, 'approve', []],
    ['rejected, and paid again in part', order('rejected', 'admin'), { ...money(100), isRetry: true }, null, []],
    ['cancelled with its student, and paid', order('cancelled'), money(amount), null, []],
    ['cancelled, paid and given back', order('cancelled'), money(amount, amount), 'refund', []],
    ['cancelled, given back and recorded', order('cancelled'), money(amount, amount, true, amount), null, []],
    ['refunded', order('refunded'), money(amount, amount, true, amount), null, []],
    ['refunded by a transfer, and given back at the bank, too', order('refunded'), money(amount, amount), 'refund', []],
    ['refunded by other means, and the money is still here', order('refunded'), money(amount), null, []],
  ] as const)('%s', (_, given, held, step, cases) => {
    expect(verdictOf(given, held)).toEqual({ step, cases });
  });

  it.each([
    ['on its way', order('refund_requested'), money(amount), 'open', null, []],
    ['a part of it there, the rest on its way', order('approved'), money(amount, 100), 'open', null, []],
    ['there', order('approved'), money(amount, amount), 'done', 'refund', []],
    [
      'there, of an order that was approved by hand',
      order('approved', 'admin'),
      money(amount, amount),
      'done',
      'refund',
      [],
    ],
    ['there, of one that was paid twice', order('approved'), money(2 * amount, amount), 'done', 'refund', []],
    ['there, and the key is another by now', order('approved'), money(amount, amount, false), 'done', 'refund', []],
    ['refused by the provider', order('refund_requested'), money(amount), 'failed', null, ['return_failed']],
  ] as const)('what the office asked back is %s', (_, given, held, sent, step, cases) => {
    expect(verdictOf(given, held, sent)).toEqual({ step, cases });
  });

  it('is, whatever the order of events: approved once the whole amount was there, refunded once all of it went back, and every return is recorded once', () => {
    const events = fc.array(
      fc.oneof(
        {
          weight: 2,
          arbitrary: fc.record({ do: fc.constant('pay' as const), cents: fc.constantFrom(1, 100, amount) }),
        },
        {
          weight: 2,
          arbitrary: fc.record({ do: fc.constant('return' as const), cents: fc.constantFrom(1, 100, amount) }),
        },
        { weight: 3, arbitrary: fc.constant({ do: 'look' as const, cents: 0 }) },
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(events, (all) => {
        const bank = { received: 0, returned: 0 };
        let status = 'pending' as PaymentStatus;
        let recorded = 0;
        const look = () => {
          const { step } = verdictOf(order(status), { ...bank, isOurs: true, recorded });
          if (step === null) return;
          if (step === 'approve') recorded = bank.returned;
          if (step === 'refund') {
            expect(bank.returned).toBeGreaterThan(recorded);
            recorded = bank.returned;
            // What goes back from an order that is not approved changes no state.
            if (recorded < bank.received || status !== 'approved') return;
          }
          expect(move(status, step)).toBe('change');
          status = step === 'approve' ? 'approved' : 'refunded';
        };
        for (const event of [...all, { do: 'look' as const, cents: 0 }]) {
          if (event.do === 'pay') bank.received += event.cents;
          else if (event.do === 'return') bank.returned = Math.min(bank.returned + event.cents, bank.received);
          else look();
        }
        const isHeld = bank.received - bank.returned >= amount;
        if (isHeld) expect(['approved', 'refunded']).toContain(status);
        if (status === 'approved') expect([recorded, bank.received > bank.returned]).toEqual([bank.returned, true]);
        if (status === 'refunded') expect(recorded).toBeGreaterThanOrEqual(amount);
      }),
    );
  });
});

describe('the next look', () => {
  const createdAt = new Date('2026-11-15T12:00:00Z');
  const charge = (looks: number, pixCode: string | null = null) => ({
    createdAt,
    expiresAt: new Date('2026-11-16T12:00:00Z'),
    looks,
    pixCode,
  });
  const open = { isOpen: true, received: 0, returned: 0 };
  const minutes = (from: Date, to: Date | null) => to && (to.getTime() - from.getTime()) / 60_000;

  it('comes after pauses that grow to an hour, once after the end, and then no more', () => {
    expect([0, 1, 2, 7, 8, 30].map((looks) => minutes(createdAt, nextSyncAt(charge(looks), open, createdAt)))).toEqual([
      0.25, 0.5, 1, 32, 60, 60,
    ]);
    const near = new Date('2026-11-16T11:59:00Z');
    expect(nextSyncAt(charge(9), open, near)).toEqual(new Date('2026-11-16T12:01:00Z'));
    expect(nextSyncAt(charge(9), open, new Date('2026-11-16T12:01:00Z'))).toBeNull();
    expect(nextSyncAt(charge(0), { ...open, isOpen: false }, createdAt)).toBeNull();
  });

  it('comes until the end for a charge whose code was shown, even when the provider says that it is over', () => {
    const over = { ...open, isOpen: false };
    expect(minutes(createdAt, nextSyncAt(charge(2, '000201'), over, createdAt))).toBe(1);
    expect(nextSyncAt(charge(9, '000201'), over, new Date('2026-11-16T12:01:00Z'))).toBeNull();
  });

  it('happens once a day while money may go back', () => {
    const paid = { isOpen: false, received: amount, returned: 0 };
    expect(minutes(createdAt, nextSyncAt(charge(0), paid, createdAt))).toBe(24 * 60);
    expect(nextSyncAt(charge(0), paid, new Date('2027-02-20T12:00:00Z'))).toBeNull();
    expect(nextSyncAt(charge(0), { ...paid, returned: amount }, createdAt)).toBeNull();
    const returning = { ...paid, isReturning: true };
    expect([0, 2].map((looks) => minutes(createdAt, nextSyncAt(charge(looks), returning, createdAt)))).toEqual([
      0.25, 1,
    ]);
  });
});

it('the txid begins with the code and has the length that the API Pix wants', () => {
  expect(txidOf('7KQ2M0XRW94TB3HN', 12)).toBe('7KQ2M0XRW94TB3HN0000000012');
  expect(txidOf('7KQ2M0XRW94TB3HN', 1)).toHaveLength(26);
});
