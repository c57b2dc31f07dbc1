import { APPROVAL_UNDO_MS } from '#contract/limits.ts';
import type { PaymentMethod, PaymentStatus } from '#contract/money/payments.ts';
import { screens } from '#contract/screens.ts';
import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { giveCouponBack, reserveCouponAgain } from '#server/features/money/coupons/coupons.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { notify, notifyAdmins, takeNoticeBack } from '#server/features/platform/notifications/notifications.service.ts';
import { AppError } from '#server/http/errors.ts';
import { syncAmountCase } from './cases.service.ts';
import { targetOf } from './payments.policy.ts';
import { insertDecision, movePayment, type PaymentRow } from './payments.store.ts';

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

const refusals: Record<PaymentStatus, string> = {
  pending: 'Este pagamento ainda aguarda o comprovante.',
  analyzing: 'Este pagamento já está em análise.',
  approved: 'Este pagamento já foi aprovado.',
  rejected: 'Este pagamento já foi recusado.',
  cancelled: 'Este pagamento foi cancelado.',
  refund_requested: 'O reembolso deste pagamento foi pedido.',
  refunded: 'Este pagamento foi reembolsado.',
};

export const stateConflict = (status: PaymentStatus) =>
  new AppError('state_conflict', refusals[status] ?? 'O estado deste pagamento não permite isso.', { status });

export type Step =
  | { do: 'send_proof'; proofUploadedAt: Date | null; byHolder: boolean }
  | { do: 'pay_again' }
  | {
      do: 'approve';
      /** Null: a provider told that it is paid. */
      by: string | null;
      /** This let the student in. */
      activated: boolean;
      tookPlace: boolean;
      /** False: the caller sends the one letter of this enrolment. */
      sendsLetter?: boolean | undefined;
      /** Where it is known better than when the order was made. */
      method?: PaymentMethod | undefined;
      /** Why the office approves what does not agree. */
      reason?: string | null;
    }
  | { do: 'reject'; by: string; reason: string }
  | { do: 'cancel'; by: string | null }
  | { do: 'request_refund'; by: string; dueOn: string }
  | { do: 'withdraw_refund'; by: string }
  | { do: 'refuse_refund'; by: string; reason: string }
  | { do: 'refund_part'; by: string | null; reason: string | null; amount: number }
  | { do: 'refund'; by: string | null; reason: string | null; amount: number }
  | { do: 'take_back'; by: string; reason: string | null /** Within the ten seconds. */; undone: boolean };

/** What a step writes into the row; what it does not name stays. */
function changeOf(step: Step, now: Date) {
  if (step.do === 'send_proof') {
    return {
      proofUploadedAt: step.proofUploadedAt,
      analysisByHolder: step.byHolder,
      rejectionReason: null,
      decidedBy: null,
      decidedAt: null,
    };
  }
  if (step.do === 'pay_again') return { rejectionReason: null, decidedBy: null, decidedAt: null };
  if (step.do === 'approve') {
    return {
      rejectionReason: null,
      decidedBy: step.by,
      decidedAt: now,
      tookPlace: step.tookPlace,
      method: step.method,
    };
  }
  if (step.do === 'reject') return { rejectionReason: step.reason, decidedBy: step.by, decidedAt: now };
  if (step.do === 'take_back') return { decidedBy: null, decidedAt: null, tookPlace: false };
  return {};
}

/** The audit's word, where the state that is reached does not say it. */
function actionOf(step: Step): string {
  if (step.do === 'pay_again') return 'payment.paid_again';
  if (step.do === 'withdraw_refund') return 'payment.refund_withdrawn';
  if (step.do === 'refuse_refund') return 'payment.refund_refused';
  if (step.do === 'refund_part') return 'payment.partly_refunded';
  if (step.do === 'take_back') return step.undone ? 'payment.approval_undone' : 'payment.approval_taken_back';
  return `payment.${targetOf(step.do)}`;
}

/**
 * The one way a payment changes its state: the row, its audit event, its place in the history, its e-mail and its
 * notifications, all in the caller's transaction. The caller has asked the policy and holds the row.
 */
export async function takeStep(deps: Deps, tx: Tx, payment: PaymentRow, step: Step): Promise<PaymentRow> {
  const now = deps.clock.now();
  const to = targetOf(step.do);
  const moved = await movePayment(tx, payment, { to, now, ...changeOf(step, now) });
  if (!moved) throw stateConflict(payment.status);
  const reason = ('reason' in step && step.reason) || null;
  // The student reads the reasons of their history; why the office approved is for the office.
  const reasonField = step.do === 'approve' ? 'note' : 'reason';
  await recordAudit(tx, {
    at: now,
    actorId: 'by' in step ? step.by : null,
    action: actionOf(step),
    subject: `payment:${payment.id}`,
    details: {
      from: payment.status,
      to,
      ...(reason ? { [reasonField]: reason } : {}),
      ...('amount' in step ? { amount: step.amount } : {}),
    },
  });
  if (step.do === 'cancel') await giveCouponBack(tx, payment.id);
  if (step.do === 'reject') await reserveCouponAgain(deps, tx, payment.id);
  await notifyOf(deps, tx, { before: payment, moved, step, now });
  await syncAmountCase(deps, tx, moved);
  return moved;
}

type Notified = { before: PaymentRow; moved: PaymentRow; step: Step; now: Date };

/** Names what happens once per step: its e-mail and its notice. */
const keyOf = ({ id, version }: Pick<PaymentRow, 'id' | 'version'>) => `${id}:${version}`;
const noticeKey = (payment: Pick<PaymentRow, 'id' | 'version'>) => `payment:${keyOf(payment)}`;

async function notifyOf(deps: Deps, tx: Tx, { before, moved, step, now }: Notified): Promise<void> {
  const key = keyOf(moved);
  const { id: paymentId, userId } = moved;
  const bell = async (notice: { title: string; text: string; path: string; pushAfter?: Date }) => {
    if (userId) await notify(deps, tx, { userId, key: noticeKey(moved), kind: 'payment_decided', ...notice });
  };
  if (step.do === 'send_proof') {
    await deps.mail.send(tx, 'payment_received', key, { paymentId, withProof: step.proofUploadedAt !== null });
    await notifyAdmins(deps, tx, { kind: 'new_proof', key });
  } else if (step.do === 'approve') {
    const { by, activated, reason = null } = step;
    const decisionId = await insertDecision(tx, { paymentId, decision: 'approved', reason, by, activated, now });
    // It waits as long as the approval can be undone.
    const startAfter = new Date(now.getTime() + APPROVAL_UNDO_MS);
    if (step.sendsLetter !== false) {
      await deps.mail.send(tx, 'payment_approved', key, { paymentId, decisionId }, { startAfter });
    }
    await bell({
      title: moved.amount > 0 ? 'Pagamento aprovado' : 'Acesso liberado',
      text: 'Seu acesso foi liberado. Bons estudos!',
      path: screens.home,
      pushAfter: startAfter,
    });
  } else if (step.do === 'reject') {
    const { by, reason } = step;
    const decisionId = await insertDecision(tx, { paymentId, decision: 'rejected', reason, by, activated: false, now });
    await deps.mail.send(tx, 'payment_rejected', key, { paymentId, decisionId });
    await bell({ title: 'Pagamento recusado', text: step.reason, path: screens.paymentStatus });
  } else if (step.do === 'request_refund') {
    await deps.mail.send(tx, 'refund_requested', key, { paymentId, dueOn: step.dueOn });
    await bell({
      title: 'Pedido de reembolso recebido',
      text: `Devolvemos o valor até ${step.dueOn.split('-').reverse().join('/')}.`,
      path: screens.myPurchase,
    });
    await notifyAdmins(deps, tx, { kind: 'refund_asked', key });
  } else if (step.do === 'withdraw_refund') {
    await deps.mail.send(tx, 'refund_withdrawn', key, { paymentId });
    await bell({ title: 'Pedido de reembolso retirado', text: 'Tudo continua como antes.', path: screens.myPurchase });
  } else if (step.do === 'refuse_refund') {
    await deps.mail.send(tx, 'refund_refused', key, { paymentId, reason: step.reason });
    await bell({ title: 'Pedido de reembolso recusado', text: step.reason, path: screens.myPurchase });
  } else if (step.do === 'refund_part') {
    await deps.mail.send(tx, 'payment_partly_refunded', key, { paymentId, amount: step.amount });
    await bell({
      title: 'Parte do valor foi devolvida',
      text: `Devolvemos ${brl.format(step.amount / 100)}. O acesso desta compra continua.`,
      path: screens.myPurchase,
    });
  } else if (step.do === 'refund') {
    await deps.mail.send(tx, 'payment_refunded', key, { paymentId });
    await bell({
      title: 'Reembolso feito',
      text: 'O valor foi devolvido, e o acesso desta compra terminou.',
      path: screens.myPurchase,
    });
  } else if (step.do === 'take_back' && step.undone) {
    // Nobody has heard of it yet but the bell.
    if (userId) await takeNoticeBack(tx, userId, noticeKey(before));
  } else if (step.do === 'take_back') {
    await deps.mail.send(tx, 'approval_taken_back', key, { paymentId, reason: step.reason });
    await bell({
      title: 'Seu pagamento voltou para análise',
      text: step.reason ?? 'Avisamos assim que terminarmos.',
      path: screens.myPurchase,
    });
  }
}
