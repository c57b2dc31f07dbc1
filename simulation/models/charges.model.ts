import type { PaymentStatus } from '#contract/money/payments.ts';
import { verdictOf } from '#server/features/money/charges/charges.policy.ts';
import { outcomeOf, planReturns } from '#server/features/money/charges/returns.policy.ts';
import { amountCaseOf } from '#server/features/money/payments/balance.policy.ts';
import { move, type StepName, targetOf } from '#server/features/money/payments/payments.policy.ts';
import { claimedBy } from '#server/features/money/payments/received-amounts.policy.ts';
import { mayAskBack, restOf } from '#server/features/money/payments/refunds.policy.ts';
import type { Events } from './explore.ts';

/** A payment at the bank: what came, what went back, and what is on its way back because the school asked. */
type Paid = { amount: number; returned: number; moving: number };

/**
 * One order, its charge, the bank and the office. Every decision in it is the product's own pure function; the model
 * adds what the bank and people may do, and when. Amounts are small: the price is 2.
 */
export type OrderState = {
  status: PaymentStatus;
  byHand: boolean;
  bank: Paid[];
  /** What the school has recorded. `claimed`: by a person, and no bank has told of it. */
  known: { received: number; returned: number; claimed: number };
  refunds: { byProvider: number; byHand: number };
  /** A refund that the school has asked the bank for. */
  wish: 'none' | 'asked' | 'moving' | 'done' | 'failed';
  /** The student opened a charge after the office had rejected the order. */
  isRetry: boolean;
  /** The case that a person has closed as it is. */
  accepted: string | null;
};

export const PRICE = 2;
const PAYMENTS_MAX = 2;
const soon = new Date(0);

export const newOrder: OrderState = {
  status: 'pending',
  byHand: false,
  bank: [],
  known: { received: 0, returned: 0, claimed: 0 },
  refunds: { byProvider: 0, byHand: 0 },
  wish: 'none',
  isRetry: false,
  accepted: null,
};

const sum = (bank: readonly Paid[], what: keyof Paid) => bank.reduce((total, paid) => total + paid[what], 0);

export const receivedOf = ({ known }: OrderState) => known.received + known.claimed;
export const refundedOf = ({ refunds }: OrderState) => refunds.byProvider + refunds.byHand;
export const caseOf = (state: OrderState) =>
  amountCaseOf(
    { status: state.status, amount: PRICE },
    { received: receivedOf(state), refunded: refundedOf(state), surcharge: 0 },
  );
export const knowsTheBank = ({ bank, known }: OrderState) =>
  known.received === sum(bank, 'amount') && known.returned === sum(bank, 'returned');

/** The step where the product allows it; null: refused, or nothing changes. */
function take(state: OrderState, step: StepName, more: Partial<OrderState> = {}): OrderState | null {
  return move(state.status, step) === 'change' ? { ...state, status: targetOf(step), accepted: null, ...more } : null;
}

/** A refund of so much is recorded: the order is refunded once nothing is left. */
function recordRefund(state: OrderState, through: keyof OrderState['refunds'], amount: number): OrderState {
  const recorded = { ...state, refunds: { ...state.refunds, [through]: state.refunds[through] + amount } };
  const isWhole = restOf(receivedOf(recorded), [{ amount: refundedOf(recorded) }]) === 0;
  return take(recorded, isWhole ? 'refund' : 'refund_part') ?? { ...recorded, accepted: null };
}

/** The school asks the bank, after a webhook or by itself, and does what follows. */
function look(state: OrderState): OrderState {
  let after = state;
  if (after.wish === 'asked') {
    const parts = after.bank.map(({ amount, returned }, at) => ({
      ...{ chargeId: 1, endToEndId: String(at), amount, returned },
      returns: [],
    }));
    const rest = restOf(receivedOf(after), [{ amount: refundedOf(after) }]);
    const plan = planReturns(parts, rest);
    const planned = (at: number) => plan?.find(({ receivedId }) => receivedId === String(at))?.amount ?? 0;
    const bank = after.bank.map((paid, at) => ({ ...paid, moving: planned(at) }));
    after = { ...after, bank, wish: plan ? 'moving' : 'failed' };
  }
  const [received, returned] = [sum(after.bank, 'amount'), sum(after.bank, 'returned')];
  const isNews = received > after.known.received;
  const known = { received, returned, claimed: isNews ? 0 : after.known.claimed };
  if (received !== after.known.received || returned !== after.known.returned) after = { ...after, accepted: null };
  const sent = outcomeOf(after.wish === 'none' ? [] : [{ state: after.wish === 'moving' ? 'processing' : after.wish }]);
  const { step } = verdictOf(
    { status: after.status, amount: PRICE, decidedBy: after.byHand ? 'the office' : null },
    {
      received,
      returned,
      isOurs: true,
      recorded: after.refunds.byProvider,
      byOffice: after.refunds.byHand,
      isRetry: after.isRetry,
    },
    sent,
  );
  after = { ...after, known, wish: after.wish === 'moving' ? 'moving' : 'none' };
  if (step === 'approve') {
    const payable = after.status === 'rejected' ? take(after, 'pay_again') : after;
    const approved = payable && take(payable, 'approve', { byHand: false, isRetry: false });
    if (!approved) throw new Error(`A paid order cannot be approved: ${JSON.stringify(state)}`);
    after = approved;
  }
  const gone = returned - after.refunds.byProvider;
  return step === 'refund' || (step === 'approve' && gone > 0) ? recordRefund(after, 'byProvider', gone) : after;
}

const isSame = (one: OrderState, other: OrderState) => JSON.stringify(one) === JSON.stringify(other);

const pay = (state: OrderState, amount: number): OrderState | null =>
  state.bank.length < PAYMENTS_MAX ? { ...state, bank: [...state.bank, { amount, returned: 0, moving: 0 }] } : null;

export const orderEvents: Events<OrderState> = {
  'the student pays': (state) => pay(state, PRICE),
  'the student pays too little': (state) => pay(state, PRICE / 2),
  'the student says it is paid': (state) => take(state, 'send_proof'),
  'the student opens a charge again': (state) =>
    state.status === 'rejected' && !state.isRetry ? { ...state, isRetry: true } : null,
  'the student cancels': (state) => take(state, 'cancel'),
  'the student asks the money back': (state) =>
    mayAskBack({ status: state.status, amount: PRICE }, soon, soon) ? take(state, 'request_refund') : null,
  'the student withdraws': (state) => take(state, 'withdraw_refund'),
  'a webhook arrives, or the school looks': (state) => {
    const after = look(state);
    return isSame(after, state) ? null : after;
  },
  'the bank gives the first payment back': ({ bank, ...state }) => {
    const [first, ...others] = bank;
    if (!first || first.moving > 0 || first.returned === first.amount) return null;
    return { ...state, bank: [{ ...first, returned: first.amount }, ...others] };
  },
  'the bank finishes a return': ({ bank, ...state }) =>
    state.wish === 'moving'
      ? {
          ...state,
          wish: 'done',
          bank: bank.map(({ amount, returned, moving }) => ({ amount, returned: returned + moving, moving: 0 })),
        }
      : null,
  'the bank fails a return': ({ bank, ...state }) =>
    state.wish === 'moving' ? { ...state, wish: 'failed', bank: bank.map((paid) => ({ ...paid, moving: 0 })) } : null,
  'the office approves': (state) =>
    take(state, 'approve', {
      byHand: true,
      known: { ...state.known, claimed: claimedBy(PRICE, state.known.received, undefined) },
    }),
  'the office rejects': (state) => take(state, 'reject', { byHand: true, isRetry: false }),
  'the office takes the approval back': (state) =>
    state.byHand ? take(state, 'take_back', { byHand: false, known: { ...state.known, claimed: 0 } }) : null,
  'the office refuses the refund': (state) => take(state, 'refuse_refund'),
  'the office gives all back by hand': (state) => {
    const rest = restOf(receivedOf(state), [{ amount: refundedOf(state) }]);
    return rest > 0 && state.wish === 'none' && move(state.status, 'refund') === 'change'
      ? recordRefund(state, 'byHand', rest)
      : null;
  },
  'the office gives a part back by hand': (state) => {
    const rest = restOf(receivedOf(state), [{ amount: refundedOf(state) }]);
    return rest > 1 && state.wish === 'none' && move(state.status, 'refund_part') !== 'refused'
      ? recordRefund(state, 'byHand', 1)
      : null;
  },
  'the office gives all back through the bank': (state) => {
    const rest = restOf(state.known.received, [{ amount: refundedOf(state) }]);
    return rest > 0 && state.wish === 'none' && move(state.status, 'refund') === 'change'
      ? { ...state, wish: 'asked' }
      : null;
  },
  'the office closes the case as it is': (state) => {
    const found = caseOf(state);
    return found !== null && found !== state.accepted ? { ...state, accepted: found } : null;
  },
};

/** There is nothing left to do: the bank and the school agree, and no case and no question is open. */
export const isSettled = (state: OrderState): boolean =>
  knowsTheBank(state) &&
  state.wish === 'none' &&
  ['approved', 'rejected', 'cancelled', 'refunded'].includes(state.status) &&
  (caseOf(state) === null || caseOf(state) === state.accepted);

export { look };
