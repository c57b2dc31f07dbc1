import type { CaseKind } from '#contract/money/charges.ts';
import type { PaymentStatus } from '#contract/money/payments.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';

/** What becomes of an order by what its provider holds. Pure. */

type Order = {
  status: PaymentStatus;
  amount: number;
  /** Null: not decided by hand. */
  decidedBy: string | null;
};
/** The sum over all charges of the order, in cents. */
type Money = {
  received: number;
  returned: number;
  isOurs: boolean;
  /** The share of `returned` that is recorded as a refund of the order already. */
  recorded?: number;
  /** What the office gave back by transfer: the provider does not know of it. */
  byOffice?: number;
  /** The charge was opened after the office had rejected the order: the student pays again. */
  isRetry?: boolean;
};

/** How what the office asked back through the provider stands. */
type Sent = 'none' | 'open' | 'done' | 'failed';

type Verdict = { step: 'approve' | 'refund' | null; cases: CaseKind[] };

/**
 * Approved when the provider has received the whole amount, and the office has not given back any of it. `refund`: something went back that is not recorded yet;
 * access ends only when nothing is left. A part that went back at the provider's own desk is a case,
 * too. What a person has decided stays, and is a case; a rejected order that is paid again is approved. What the office
 * asked back itself is recorded once the provider says so, and not before all of it has arrived or failed. Cases that
 * follow from the amounts alone are opened where amounts are recorded (`amountCaseOf`).
 */
export function verdictOf(
  { status, amount, decidedBy }: Order,
  { received, returned, isOurs, recorded = 0, byOffice = 0, isRetry = false }: Money,
  sent: Sent = 'none',
): Verdict {
  const held = received - returned;
  const isPaid = held - byOffice >= amount;
  const failed: CaseKind[] = sent === 'failed' ? ['return_failed'] : [];
  const isNew = returned > recorded && sent !== 'open';
  const goneBack = { step: isNew ? 'refund' : null, cases: failed } as const;
  switch (status) {
    case 'pending':
    case 'analyzing':
      // The key may be another by now, so that it counts only for what is not decided yet.
      if (!isOurs) return { step: null, cases: received > 0 ? ['wrong_key'] : [] };
      return isPaid ? { step: 'approve', cases: [] } : goneBack;
    case 'rejected':
      return isRetry && isOurs && isPaid ? { step: 'approve', cases: [] } : goneBack;
    case 'approved':
    case 'refund_requested': {
      if (!isNew || sent === 'done') return goneBack;
      if (decidedBy !== null) return { step: null, cases: held < amount ? [...failed, 'returned'] : failed };
      const isPart = held > 0 && held < amount;
      return { step: 'refund', cases: isPart ? [...failed, 'partly_returned'] : failed };
    }
    default:
      return goneBack;
  }
}

const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = HOUR_MS;
/** The rules of Pix allow a return for this long after the payment. */
const RETURN_DAYS = 90;
/** The provider may be a little late with the last payment. */
const AFTER_END_MS = 60_000;

type SyncedCharge = { isOpen: boolean; received: number; returned: number; isReturning?: boolean };

/**
 * When to ask again: pauses that grow while it is open or a return is on its way, once after its end, and once a day
 * while money may go back. A charge whose code was shown is polled until its end, whatever the provider answers: the
 * code can still be paid from the student's bank app.
 */
export function nextSyncAt(
  charge: { createdAt: Date; expiresAt: Date; looks: number; pixCode: string | null },
  { isOpen, received, returned, isReturning = false }: SyncedCharge,
  now: Date,
): Date | null {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(charge.looks, 20), LONGEST_PAUSE_MS);
  if (isReturning) return new Date(now.getTime() + pause);
  if (received > returned) {
    const isLate = now.getTime() - charge.createdAt.getTime() > RETURN_DAYS * DAY_MS;
    return isLate ? null : new Date(now.getTime() + DAY_MS);
  }
  const end = charge.expiresAt.getTime() + AFTER_END_MS;
  const isShown = charge.pixCode !== null;
  if ((!isOpen && !isShown) || now.getTime() >= end) return null;
  return new Date(Math.min(now.getTime() + pause, end));
}

/** 26 to 35 characters, as the API Pix requires: the order's code and the number of the charge. */
export const txidOf = (paymentCode: string, serial: number): string =>
  `${paymentCode}${String(serial).padStart(10, '0')}`;
