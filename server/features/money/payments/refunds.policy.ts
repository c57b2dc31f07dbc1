import type { PaymentStatus } from '#contract/money/payments.ts';

/** When money may be asked back, and when the office has to say why it gives it back. Pure. */

type Refundable = { status: PaymentStatus; amount: number };

/** Without giving a reason, until the end of the guarantee. A gift has nothing to give back. */
export const mayAskBack = ({ status, amount }: Refundable, guaranteeEnds: Date | null, now: Date): boolean =>
  status === 'approved' && amount > 0 && guaranteeEnds !== null && now <= guaranteeEnds;

/** Less than was paid, or after the guarantee without having been asked in time: the office's choice, with its reason. */
export const needsReason = (
  { status, amount }: Refundable,
  refunded: number,
  guaranteeEnds: Date | null,
  now: Date,
): boolean => refunded < amount || (status !== 'refund_requested' && (guaranteeEnds === null || now > guaranteeEnds));
