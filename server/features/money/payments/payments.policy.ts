import type { PaymentStatus } from '#contract/money/payments.ts';

/**
 * Every step of a payment: the states it may be taken in, and the one it leads to. Named by what is done, because two
 * steps may lead to the same state: a proof and a taken-back approval to the analysis; an approval, a withdrawn and a
 * refused request to approved.
 */
const steps = {
  send_proof: { from: ['pending', 'rejected'], to: 'analyzing' },
  pay_again: { from: ['rejected'], to: 'analyzing' },
  approve: { from: ['pending', 'analyzing'], to: 'approved' },
  reject: { from: ['pending', 'analyzing'], to: 'rejected' },
  cancel: { from: ['pending', 'analyzing', 'rejected'], to: 'cancelled' },
  request_refund: { from: ['approved'], to: 'refund_requested' },
  withdraw_refund: { from: ['refund_requested'], to: 'approved' },
  refuse_refund: { from: ['refund_requested'], to: 'approved' },
  refund: { from: ['approved', 'refund_requested'], to: 'refunded' },
  refund_part: { from: ['approved', 'refund_requested'], to: 'approved' },
  take_back: { from: ['approved'], to: 'analyzing' },
} as const satisfies Record<string, { from: readonly PaymentStatus[]; to: PaymentStatus }>;

export type StepName = keyof typeof steps;
export const stepNames = Object.keys(steps) as StepName[];

export const targetOf = <N extends StepName>(step: N): (typeof steps)[N]['to'] => steps[step].to;

/** `same`: what is asked for stands already, and asking again is fine. */
export function move(from: PaymentStatus, step: StepName): 'change' | 'same' | 'refused' {
  if (from === steps[step].to) return 'same';
  return (steps[step].from as readonly PaymentStatus[]).includes(from) ? 'change' : 'refused';
}

/**
 * Whether the holder may still change what is owed: coupon, offer, cancelling. A notice or proof that only others sent
 * moves the order to analysis and keeps its holder from nothing.
 */
export const isOpenToHolder = ({
  status,
  analysisByHolder,
}: {
  status: PaymentStatus;
  analysisByHolder: boolean | null;
}): boolean => status === 'pending' || (status === 'analyzing' && analysisByHolder === false);
