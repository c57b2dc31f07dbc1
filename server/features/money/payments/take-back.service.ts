import { APPROVAL_UNDO_MS } from '#contract/limits.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { endAccess, hasAccess } from '#server/features/money/access/access.service.ts';
import { takeBoughtBack } from '#server/features/money/corrections/corrections.service.ts';
import { returnSeat } from '#server/features/money/offers/offers.service.ts';
import { sendBackWhoWaits } from '#server/features/platform/users/user-states.service.ts';
import { freshProofFault } from '#server/http/access.ts';
import { requireFound, unauthorized, wrongField } from '#server/http/errors.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import type { Work } from './approval.ts';
import { readAdminView } from './decisions.service.ts';
import { findCurrentApproval, markTakenBack, wasTakenBack } from './decisions.store.ts';
import { move } from './payments.policy.ts';
import { findByTypedCode, paymentNotFound } from './payments.service.ts';
import { lockAdminAndPayer, lockPayment, type PaymentRow } from './payments.store.ts';
import { removeByHand } from './received-amounts.service.ts';
import { refuseWhileSent } from './refunds.service.ts';
import { stateConflict, takeStep } from './transitions.ts';

/**
 * Takes back a mistaken approval. Within ten seconds it leaves no trace for the student; later it needs a reason,
 * which the student gets by e-mail. Either way the payment returns to analysis and its access ends.
 */
export async function takeApprovalBack(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  admin: SessionUser,
  typedCode: string,
  reason: string | null,
) {
  const found = await findByTypedCode(deps.db, typedCode);
  await transact(deps, async (tx, after) => {
    if (!(await lockAdminAndPayer(tx, admin.id, found.userId))) throw unauthorized();
    const payment = await requireFound(lockPayment(tx, found.id), paymentNotFound);
    const kind = move(payment.status, 'take_back');
    if (kind === 'same' && (await wasTakenBack(tx, payment.id))) return;
    if (kind !== 'change') throw stateConflict(payment.status);
    await refuseWhileSent(tx, payment);

    const now = deps.clock.now();
    const approval = await findCurrentApproval(tx, payment.id);
    const undone = approval !== undefined && now.getTime() - approval.decidedAt.getTime() <= APPROVAL_UNDO_MS;
    if (!undone && reason === null) {
      const message = 'Informe o motivo.';
      throw wrongField('reason', message);
    }
    // Requires a fresh proof of identity, like a refund: a paying student loses access. An undo within seconds does not.
    const fault = undone ? undefined : freshProofFault({ freshProof: true }, sessions.isProven(admin));
    if (fault) throw fault;
    await takeBack(deps, { sessions, tx, after }, payment, { by: admin.id, reason, undone });
  });
  return readAdminView(deps, found.id);
}

type TakingBack = { by: string; reason: string | null; undone: boolean };

/**
 * Takes the approval of an order back: it is in analysis again, what the office confirmed is no longer received, and
 * what it opened is closed. The caller has locked student and order and asked the policy.
 */
export async function takeBack(
  deps: Deps,
  { sessions, tx, after }: Work,
  payment: PaymentRow,
  { by, reason, undone }: TakingBack,
): Promise<void> {
  const approval = await findCurrentApproval(tx, payment.id);
  if (approval) await markTakenBack(tx, approval.id, deps.clock.now());
  await removeByHand(tx, payment);
  await takeStep(deps, tx, payment, { do: 'take_back', by, reason, undone });
  if (payment.tookPlace && payment.offerId !== null) await returnSeat(deps, tx, payment.offerId);
  await endAccess(deps, tx, payment.id);
  await takeBoughtBack(tx, payment.id, deps.clock.now());
  const { userId } = payment;
  if (!userId) return;
  // A student with another grant in force stays active.
  const goesOut = approval?.activated === true && !(await hasAccess(deps, tx, userId));
  if (goesOut && (await sendBackWhoWaits(tx, userId))) await sessions.endAll(tx, after, userId, 'payment_review');
  else await sessions.forget(tx, after, userId);
}
