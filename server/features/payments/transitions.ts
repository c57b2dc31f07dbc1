import type { PaymentStatus } from '../../../contract/payments.ts';
import { screens } from '../../../contract/screens.ts';
import type { Tx } from '../../db/handle.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { notify, notifyAdmins } from '../notifications/notifications.service.ts';
import { insertDecision, movePayment, type PaymentRow } from './payments.store.ts';

const refusals: Record<PaymentStatus, string> = {
  pending: 'Este pagamento ainda aguarda o comprovante.',
  analyzing: 'Este pagamento já está em análise.',
  approved: 'Este pagamento já foi aprovado.',
  rejected: 'Este pagamento já foi recusado.',
  cancelled: 'Este pagamento foi cancelado.',
};

export const stateConflict = (status: PaymentStatus) => new AppError('state_conflict', refusals[status], { status });

type Step =
  | { to: 'analyzing'; proofUploadedAt: Date | null }
  | { to: 'approved'; by: string }
  | { to: 'rejected'; by: string; reason: string }
  | { to: 'cancelled' };

/**
 * The one way a payment changes its state: the row, its audit event, its place in the history, its e-mail and its
 * notifications, all in
 * the caller's transaction. The caller has asked the policy and holds the row.
 */
export async function takeStep(deps: Deps, tx: Tx, payment: PaymentRow, step: Step): Promise<PaymentRow> {
  const now = deps.clock.now();
  const by = 'by' in step ? step.by : null;
  const reason = 'reason' in step ? step.reason : null;
  const moved = await movePayment(tx, payment, {
    to: step.to,
    now,
    ...(step.to === 'cancelled' ? {} : { rejectionReason: reason, decidedBy: by, decidedAt: by ? now : null }),
    ...(step.to === 'analyzing' ? { proofUploadedAt: step.proofUploadedAt } : {}),
  });
  if (!moved) throw stateConflict(payment.status);
  await recordAudit(tx, {
    at: now,
    actorId: by,
    action: `payment.${step.to}`,
    subject: `payment:${payment.id}`,
    details: { from: payment.status, to: step.to, ...(reason ? { reason } : {}) },
  });
  const key = `${moved.id}:${moved.version}`;
  if (step.to === 'analyzing') {
    await deps.mail.send(tx, 'payment_received', key, {
      paymentId: moved.id,
      withProof: step.proofUploadedAt !== null,
    });
    await notifyAdmins(deps, tx, { kind: 'new_proof', key });
  } else if (step.to === 'approved' || step.to === 'rejected') {
    const decision = { paymentId: moved.id, decision: step.to, reason, by: step.by, now };
    const decisionId = await insertDecision(tx, decision);
    await deps.mail.send(tx, `payment_${step.to}`, key, { paymentId: moved.id, decisionId });
    if (moved.userId) await notify(deps, tx, { userId: moved.userId, key: `payment:${key}`, ...decisionNotice(step) });
  }
  return moved;
}

const decisionNotice = (step: { to: 'approved' } | { to: 'rejected'; reason: string }) => ({
  kind: 'payment_decided' as const,
  ...(step.to === 'approved'
    ? { title: 'Pagamento aprovado', text: 'Seu acesso foi liberado. Bons estudos!', path: screens.home }
    : { title: 'Pagamento recusado', text: step.reason, path: screens.paymentStatus }),
});
