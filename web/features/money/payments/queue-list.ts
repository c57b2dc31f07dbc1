import type { AdminPayment } from '#contract/money/payments.ts';

/** What can be done with a payment of the queue. */
export type QueueActions = {
  /** The one whose approval is under way. */
  busyCode: string | undefined;
  /** At once where a proof of its own was sent; else it asks first. */
  onApprove: (payment: AdminPayment) => void;
  onReject: (payment: AdminPayment) => void;
  /** By key: asks once more before it approves. */
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

/** When a payment came into the queue: with its proof, else with the registration. */
export const queuedAt = ({ proofUploadedAt, createdAt }: AdminPayment): string => proofUploadedAt ?? createdAt;

/** What an administrator should know before approving: then one press is not enough. */
export type ApprovalWarning = 'no-proof' | 'reused-proof';

export function approvalWarningOf({ proofs }: Pick<AdminPayment, 'proofs'>): ApprovalWarning | null {
  if (proofs.length === 0) return 'no-proof';
  return isReused(proofs) ? 'reused-proof' : null;
}

/** The same file, or the same transfer, stands for another payment, too. */
export const isReused = (proofs: AdminPayment['proofs']): boolean =>
  proofs.some(({ sameFileAs, reading }) => sameFileAs.length > 0 || (reading?.sameTransferAs ?? []).length > 0);

export const isOverdue = ({ answerDueAt }: Pick<AdminPayment, 'answerDueAt'>, now: Date): boolean =>
  answerDueAt !== null && new Date(answerDueAt) < now;
