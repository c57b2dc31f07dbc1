import type { PaymentStatus } from '#contract/money/payments.ts';
import { pixCodeOf } from '#server/pix/pix.ts';
import type { School } from '#server/school/school.ts';
import { dayOf } from '#server/time/calendar.ts';
import { answerDeadline } from '#server/time/working-days.ts';
import type { PaymentRow } from './payments.store.ts';
import type { ProofRow } from './proofs.store.ts';
import type { AdminRow } from './queue.store.ts';
import { agreementOf } from './triage/agreement.policy.ts';

export type Payment = PaymentRow;

/** What a caller who knows the code may see. The reason of a rejection needs more. */
export function publicView({ pix }: Pick<School, 'pix'>, payment: PaymentRow, knowsReason: boolean) {
  const { paymentCode, status, amount, createdAt, updatedAt, proofUploadedAt } = payment;
  const rejectionReason = knowsReason ? payment.rejectionReason : null;
  // A gift has nothing to pay.
  const pixCode = amount > 0 ? pixCodeOf(pix, payment) : '';
  return { paymentCode, status, amount, pixCode, createdAt, updatedAt, proofUploadedAt, rejectionReason };
}

/**
 * Until when the school answers. Counted from the first proof of this analysis, so that a further one does not move it;
 * where a payment was only announced, from that. Null where nothing waits for an answer.
 */
export function answerDueAt({ holidays }: Pick<School, 'holidays'>, payment: PaymentRow): Date | null {
  if (payment.status !== 'analyzing') return null;
  return answerDeadline(payment.proofUploadedAt ?? payment.updatedAt, holidays);
}

/** States that only an approved payment comes to. */
export const wasApproved = (status: PaymentStatus): boolean =>
  status === 'approved' || status === 'refund_requested' || status === 'refunded';

/** An order from before there were offers has the default one; the migration wrote it in. */
export const offerOf = ({ offerId, offerName }: { offerId: number | null; offerName: string | null }) => ({
  id: offerId ?? 0,
  name: offerName ?? '',
});

type RefundColumns = Pick<
  AdminRow,
  | 'id'
  | 'refundRequestedAt'
  | 'refundSentAt'
  | 'refundRecordedAt'
  | 'refundDueOn'
  | 'refundAmount'
  | 'refundPaidOn'
  | 'endToEndId'
  | 'refundFile'
  | 'refundPixKey'
  | 'status'
>;

/** Asked of the provider, and not yet known to have arrived. */
const isSent = ({ refundSentAt, refundRecordedAt }: RefundColumns) =>
  refundSentAt !== null && refundRecordedAt === null;

/** Money that goes back, or went back. */
export const refundView = (row: RefundColumns) =>
  row.status === 'refund_requested' || row.status === 'refunded' || isSent(row)
    ? {
        requestedAt: row.refundRequestedAt,
        dueOn: row.refundDueOn,
        sentAt: isSent(row) ? row.refundSentAt : null,
        amount: row.refundAmount,
        paidOn: row.refundPaidOn,
        endToEndId: row.endToEndId,
        pixKey: row.refundPixKey,
        fileUrl: row.refundFile && `/api/refund-files/${row.id}`,
      }
    : null;

const proofAddress = (id: number) => `/api/payments/proofs/${id}`;

type LockedPayment = { order: Pick<PaymentRow, 'amount' | 'createdAt'>; payees: string[] };

/** What the text of a PDF says, held against the order. */
function readingView(row: ProofRow, { order, payees }: LockedPayment) {
  const { hasText, endToEndIds, amounts, days, payee, sameTransferAs, uploadedAt } = row;
  if (!hasText || !endToEndIds || !amounts || !days) return null;
  const expected = {
    amount: order.amount,
    orderedOn: dayOf(order.createdAt),
    uploadedOn: dayOf(uploadedAt),
    payees,
  };
  const agrees = agreementOf({ amounts, days, payee }, expected);
  return {
    endToEndIds,
    sameTransferAs,
    amount: { told: amounts, agrees: agrees.amount },
    day: { told: days, agrees: agrees.day },
    payee: { told: payee === null ? [] : [payee], agrees: agrees.payee },
  };
}

/** Whether every proof that can be read contradicts the order: another amount, another payee or another day. */
export function areContradicted(
  school: Pick<School, 'pix' | 'schoolName'>,
  order: PaymentRow,
  proofs: readonly ProofRow[],
): boolean {
  const payees = [school.pix.merchantName, school.schoolName];
  const readings = proofs.flatMap((proof) => readingView(proof, { order, payees }) ?? []);
  const contradicts = ({ amount, day, payee }: (typeof readings)[number]) =>
    [amount, day, payee].some(({ agrees }) => agrees === false);
  return readings.length > 0 && readings.every(contradicts);
}

const proofView = (row: ProofRow, held: LockedPayment) => ({
  id: row.id,
  url: row.fileKey && proofAddress(row.id),
  previewUrl: row.previewKey && `${proofAddress(row.id)}/preview`,
  type: row.type,
  size: row.size,
  uploadedAt: row.uploadedAt,
  fromHolder: row.fromHolder,
  sameFileAs: row.sameFileAs,
  reading: readingView(row, held),
});

/** What an administrator sees: the payer and every proof, the newest one first. */
export function adminView(
  school: Pick<School, 'pix' | 'holidays' | 'schoolName'>,
  row: AdminRow,
  proofs: ProofRow[] = [],
) {
  const payees = [school.pix.merchantName, school.schoolName];
  const own = proofs.map((proof) => proofView(proof, { order: row, payees }));
  const { firstName, lastName, email, userStatus } = row;
  const approved = wasApproved(row.status);
  const total = row.receivedTotal ?? (approved ? row.amount : 0);
  return {
    ...publicView(school, row, true),
    id: row.id,
    userId: row.userId,
    proofUrl: own.find((proof) => proof.url)?.url ?? null,
    approvedBy: approved ? row.decidedBy : null,
    approvedAt: approved ? row.decidedAt : null,
    answerDueAt: answerDueAt(school, row),
    method: row.method,
    offer: offerOf(row),
    fullAmount: row.fullAmount ?? row.amount,
    coupon: row.coupon,
    note: row.note,
    analysisByHolder: row.status === 'analyzing' ? row.analysisByHolder : null,
    pseudonym: row.pseudonym,
    heldByProvider: row.heldByProvider,
    received: { total, byBank: row.receivedByBank, isByProof: row.receivedByProof },
    refundedCents: row.refundedCents,
    refundParts: row.refundParts,
    refundRest: Math.max(0, total - row.refundedCents),
    refund: refundView(row),
    proofs: own,
    user:
      firstName !== null && lastName !== null && email !== null && userStatus !== null
        ? { firstName, lastName, email, status: userStatus }
        : null,
  };
}
