import type { PaymentStatus } from '#contract/money/payments.ts';
import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError } from '#server/http/errors.ts';
import { syncAmountCase } from './cases.service.ts';
import { targetOf } from './payments.policy.ts';
import { movePayment, type PaymentRow } from './payments.store.ts';
import { type Effects, effects, type Step } from './step-effects.ts';

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

/**
 * The only way a payment changes its state: the row, its audit event, its history, e-mail and notices, all in the
 * caller's transaction. The caller has checked the policy and locked the row.
 */
export async function takeStep(deps: Deps, tx: Tx, payment: PaymentRow, step: Step): Promise<PaymentRow> {
  const now = deps.clock.now();
  const to = targetOf(step.do);
  // The table pairs each name with its own facts; the compiler cannot see that for a step of any name.
  const { action, change, follow } = effects[step.do] as Effects<Step>;
  const moved = await movePayment(tx, payment, { to, now, ...change?.(step, now) });
  if (!moved) throw stateConflict(payment.status);
  const reason = ('reason' in step && step.reason) || null;
  // The student reads the reasons of their history; why the office approved is for the office.
  const reasonField = step.do === 'approve' ? 'note' : 'reason';
  await recordAudit(tx, {
    at: now,
    actorId: 'by' in step ? step.by : null,
    action: action?.(step) ?? `payment.${to}`,
    subject: `payment:${payment.id}`,
    details: {
      from: payment.status,
      to,
      ...(reason ? { [reasonField]: reason } : {}),
      ...('amount' in step ? { amount: step.amount } : {}),
    },
  });
  await follow?.(step, { deps, tx, before: payment, moved, now });
  await syncAmountCase(deps, tx, moved);
  return moved;
}
