import type { PaymentStatus } from '#contract/money/payments.ts';

/** When money may be asked back, and when the office has to say why it gives it back. Pure. */

type Refundable = { status: PaymentStatus; amount: number };

/** Without giving a reason, until the end of the guarantee. A gift has nothing to give back. */
export const mayAskBack = ({ status, amount }: Refundable, guaranteeEnds: Date | null, now: Date): boolean =>
  status === 'approved' && amount > 0 && guaranteeEnds !== null && now <= guaranteeEnds;

/** Less than is left, or after the guarantee without having been asked in time: the office's choice, with its reason. */
export const needsReason = (
  { status }: Pick<Refundable, 'status'>,
  { amount, rest }: { amount: number; rest: number },
  guaranteeEnds: Date | null,
  now: Date,
): boolean => amount < rest || (status !== 'refund_requested' && (guaranteeEnds === null || now > guaranteeEnds));

type Part = { amount: number };

/** Cents that can still go back. */
export const restOf = (received: number, parts: readonly Part[]): number =>
  Math.max(0, received - parts.reduce((sum, { amount }) => sum + amount, 0));

type Repeatable = Part & {
  paidOn: string;
  endToEndId: string | null;
  note: string | null;
  creationKey: string | null;
};

/**
 * Whether a refund was recorded before. A client that sends no key repeats itself when everything it says is equal, or
 * when nothing is left and the amount is equal.
 */
export const isRepeat = (entries: readonly Repeatable[], rest: number, asked: Repeatable): boolean =>
  entries.some((one) => {
    if (asked.creationKey !== null) return one.creationKey === asked.creationKey;
    if (one.amount !== asked.amount) return false;
    const isEqual = one.paidOn === asked.paidOn && one.endToEndId === asked.endToEndId && one.note === asked.note;
    return rest === 0 || isEqual;
  });
