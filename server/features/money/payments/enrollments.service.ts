import { randomBytes } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import type { AccessRule } from '#contract/money/access.ts';
import type { enrollByHand as enrollByHandCall } from '#contract/money/payments-office.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import { isUniqueViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { defaultOffer, offerOnSale } from '#server/features/money/offers/offers.service.ts';
import { sendInvitation } from '#server/features/platform/users/invitation-letter.ts';
import { emailTaken, findStudent, registerByHand } from '#server/features/platform/users/user-states.service.ts';
import { AppError, notFound, requireFound, unauthorized, wrongField } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { approveOrder } from './approval.ts';
import { move } from './payments.policy.ts';
import { insertOrder, paymentNotFound } from './payments.service.ts';
import { findPaymentByKey, findPaymentOf, lockAdminAndPayer, lockPayment, supersedeOrder } from './payments.store.ts';
import { stateConflict, takeStep } from './transitions.ts';

type Body = BodyOf<typeof enrollByHandCall>;

/** Opens nothing: the person chooses a password by the link of the letter. */
export const hashRandomSecret = (deps: Deps): Promise<string> =>
  deps.passwords.hash(randomBytes(32).toString('base64url'));

export type EnrolmentOptions = {
  /** Instead of the rule of the offer. */
  rule?: AccessRule;
  /** The hash of a random secret, which may belong to many people: it opens nothing. */
  passwordHash?: string;
  /** No letter leaves now. */
  isSilent?: boolean;
};

/** Paid at the desk, or given: the order is made and approved in one step. An order that was open makes room for it. */
export async function enrollByHand(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  admin: { id: string },
  body: Body,
  options: EnrolmentOptions = {},
): Promise<{ id: number; isNew: boolean }> {
  if ((body.studentId === undefined) === (body.newStudent === undefined)) {
    throw wrongField('studentId', 'Escolha um aluno ou informe um novo.');
  }
  if (body.method === 'courtesy' && body.amount !== undefined)
    throw wrongField('amount', 'Uma cortesia não tem valor.');
  const known = body.creationKey && (await findPaymentByKey(deps.db, body.creationKey));
  if (known) return { id: known.id, isNew: false };
  const passwordHash = body.newStudent ? (options.passwordHash ?? (await hashRandomSecret(deps))) : '';
  try {
    return await transact(deps, async (tx, after) => {
      const userId = body.newStudent
        ? await registerByHand(deps, tx, { ...body.newStudent, passwordHash })
        : (body.studentId ?? '');
      if (!(await lockAdminAndPayer(tx, admin.id, userId))) throw unauthorized();
      await refuseWhoMayNot(tx, userId);
      const offer = body.offerId === undefined ? await defaultOffer(tx) : await offerOnSale(deps, tx, body.offerId);
      await closeOpenOrder(deps, tx, userId, admin.id);
      const { method, note, creationKey, takesSeat } = body;
      const amount = method === 'courtesy' ? 0 : (body.amount ?? offer.price);
      const order = await insertOrder(deps, tx, userId, { offer }, { amount, method, note, creationKey, takesSeat });
      if (!order) throw paymentNotFound();
      const work = { sessions, tx, after };
      // A person without a password gets one letter, with the one link that lets them in.
      const { rule, isSilent = false } = options;
      const sendsLetter = !body.newStudent && !isSilent;
      await approveOrder(deps, work, order, { by: admin.id, received: { amount, source: 'desk' }, sendsLetter, rule });
      if (body.newStudent && !isSilent) await sendInvitation(deps, tx, userId);
      return { id: order.id, isNew: true };
    });
  } catch (error) {
    // The same request at the same moment was first, whichever of its marks was found taken.
    const first = body.creationKey && (await findPaymentByKey(deps.db, body.creationKey));
    if (first) return { id: first.id, isNew: false };
    throw isUniqueViolation(error, 'users_email_key_key') ? emailTaken() : error;
  }
}

async function refuseWhoMayNot(tx: Tx, userId: string): Promise<void> {
  const student = await requireFound(findStudent(tx, userId), () => notFound('Aluno não encontrado.'));
  if (student.status === 'blocked') {
    throw new AppError('state_conflict', 'Este aluno está bloqueado.', { status: student.status });
  }
}

async function closeOpenOrder(deps: Deps, tx: Tx, userId: string, adminId: string): Promise<void> {
  const latest = await findPaymentOf(tx, userId);
  const open = latest && (await lockPayment(tx, latest.id));
  // A receipt that waits is to be decided first: it may be the very same money.
  if (open?.status === 'analyzing') throw stateConflict(open.status);
  if (open && move(open.status, 'cancel') === 'change') await takeStep(deps, tx, open, { do: 'cancel', by: adminId });
  await supersedeOrder(tx, userId);
}
