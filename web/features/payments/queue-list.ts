import type { AdminPayment } from '../../../contract/payments.ts';

/** What can be done with a payment of the queue. */
export type QueueActions = {
  /** The one whose approval is under way. */
  busyCode: string | undefined;
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
