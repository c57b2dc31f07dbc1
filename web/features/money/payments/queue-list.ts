import type { AdminPayment, ProofReading } from '#contract/money/payments.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatMoney } from '#web/lib/format.ts';

/** Actions for a payment of the queue. */
export type QueueActions = {
  /** The one whose approval is under way. */
  busyCode: string | undefined;
  /** Approved at once when the order has a proof that no other order uses; otherwise it asks first. */
  onApprove: (payment: AdminPayment) => void;
  onReject: (payment: AdminPayment) => void;
  /** By key: asks before it approves. */
  onAskApprove: (payment: AdminPayment) => void;
  onLook: (payment: AdminPayment) => void;
};

export type QueueListProps = {
  rows: AdminPayment[];
  loading: boolean;
  selectedCode: string | null;
  onSelect: (code: string) => void;
  /** A decision took the focused row away: the selected one takes the focus, once. */
  focusSelected: boolean;
  onFocused: () => void;
  onEndNear: () => void;
  actions: QueueActions;
};

/** When a payment entered the queue: with its proof, otherwise with the registration. */
export const queuedAt = ({ proofUploadedAt, createdAt }: AdminPayment): string => proofUploadedAt ?? createdAt;

/** A warning before approving: then one press is not enough. */
export type ApprovalWarning = 'no-proof' | 'reused-proof' | 'contradiction';

type Proven = Pick<AdminPayment, 'proofs' | 'amount'>;

export function approvalWarningOf(payment: Proven): ApprovalWarning | null {
  if (payment.proofs.length === 0) return 'no-proof';
  if (isReused(payment.proofs)) return 'reused-proof';
  return contradictionsOf(payment).length > 0 ? 'contradiction' : null;
}

const readable = ({ proofs }: Pick<AdminPayment, 'proofs'>) => proofs.flatMap(({ reading }) => reading ?? []);

const contradicts = ({ amount, payee, day }: ProofReading): boolean =>
  [amount, payee, day].some(({ agrees }) => agrees === false);

export type Contradiction = { what: 'amount' | 'payee' | 'day'; told: string };

/** What the text of the proofs contradicts in the order. A single proof without a contradiction clears all. */
export function contradictionsOf(payment: Proven): Contradiction[] {
  const [first, ...others] = readable(payment);
  if (!first || [first, ...others].some((reading) => !contradicts(reading))) return [];
  const { amount, payee, day } = first;
  return [
    ...(amount.agrees === false ? [{ what: 'amount' as const, told: amount.told.map(formatMoney).join(', ') }] : []),
    ...(payee.agrees === false ? [{ what: 'payee' as const, told: payee.told.join(', ') }] : []),
    ...(day.agrees === false ? [{ what: 'day' as const, told: day.told.map(formatDay).join(', ') }] : []),
  ];
}

/** The amount in cents that the proofs state; null: none can be read. */
export function proofAmountOf(payment: Proven): number | null {
  const told = readable(payment).map(({ amount }) => amount);
  if (told.some(({ agrees }) => agrees === true)) return payment.amount;
  return told.flatMap(({ told: amounts }) => amounts)[0] ?? null;
}

/** The same file, or the same transfer, was sent for another payment, too. */
export const isReused = (proofs: AdminPayment['proofs']): boolean =>
  proofs.some(({ sameFileAs, reading }) => sameFileAs.length > 0 || (reading?.sameTransferAs ?? []).length > 0);

export const isOverdue = ({ answerDueAt }: Pick<AdminPayment, 'answerDueAt'>, now: Date): boolean =>
  answerDueAt !== null && new Date(answerDueAt) < now;
