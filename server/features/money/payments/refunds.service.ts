import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { REFUND_DAYS, REFUND_WORKING_DAYS } from '#contract/limits.ts';
import type { listRefunds, refundPayment } from '#contract/money/payments-office.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockUserRow } from '#server/features/platform/users/user-states.service.ts';
import { AppError, notFound, requireFound, unauthorized, wrongField } from '#server/http/errors.ts';
import { cursorOf, day, readPage, rowId } from '#server/http/paging.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { parsePixKey } from '#server/pix/pix-key.ts';
import { addDays, dayOf, startOfDay } from '#server/time/calendar.ts';
import { addWorkingDays } from '#server/time/working-days.ts';
import { proofsByPayment, readAdminView } from './decisions.service.ts';
import { adminView } from './payment-views.ts';
import { move } from './payments.policy.ts';
import { findByTypedCode, paymentNotFound } from './payments.service.ts';
import { lockAdminAndPayer, lockPayment, type PaymentRow } from './payments.store.ts';
import {
  addRefund,
  checkRefundable,
  checkRest,
  type RefundLedger,
  readRefundLedger,
} from './refund-entries.service.ts';
import { isRepeat, mayAskBack, needsReason } from './refunds.policy.ts';
import {
  countRefundRows,
  deleteRefundRequest,
  findSentRefund,
  insertRefundRequest,
  listRefundRows,
} from './refunds.store.ts';
import { stateConflict, takeStep } from './transitions.ts';

type Sessions = ReturnType<typeof createSessions>;

/** The last moment of the guarantee: the end of the seventh day after the approval. */
export function guaranteeEnd(approvedAt: Date | null): Date | null {
  if (approvedAt === null) return null;
  return new Date(startOfDay(addDays(dayOf(approvedAt), REFUND_DAYS + 1)).getTime() - 1);
}

/** Until when the student may ask the money back; null when they may not (any more). */
export function refundableUntil(payment: PaymentRow, now: Date): Date | null {
  const end = guaranteeEnd(payment.decidedAt);
  return mayAskBack(payment, end, now) ? end : null;
}

/** One's own order, held; the student first, as everywhere. */
async function lockOwnOrder(tx: Tx, userId: string, orderId: number): Promise<PaymentRow> {
  await lockUserRow(tx, userId);
  const payment = await lockPayment(tx, orderId);
  if (payment?.userId !== userId) throw notFound('Compra não encontrada.');
  return payment;
}

/** Within the guarantee and without a reason. What was bought stays open until the money goes back. */
export async function requestRefund(
  deps: Deps,
  userId: string,
  orderId: number,
  typedKey: string | null = null,
): Promise<void> {
  const pixKey = readPixKey(typedKey);
  await transact(deps, async (tx) => {
    const payment = await lockOwnOrder(tx, userId, orderId);
    const kind = move(payment.status, 'request_refund');
    if (kind === 'same') return;
    if (kind === 'refused') throw stateConflict(payment.status);
    await refuseWhileSent(tx, payment);
    const now = deps.clock.now();
    if (!mayAskBack(payment, guaranteeEnd(payment.decidedAt), now)) {
      throw new AppError('refund_too_late', 'O prazo de 7 dias para o reembolso terminou. Fale com o suporte.');
    }
    const dueOn = addWorkingDays(dayOf(now), REFUND_WORKING_DAYS, deps.school.now.holidays);
    await insertRefundRequest(tx, { paymentId: payment.id, requestedAt: now, dueOn, pixKey });
    await takeStep(deps, tx, payment, { do: 'request_refund', by: userId, dueOn });
  });
}

/** Everything is as it was before the request. */
export async function withdrawRefund(deps: Deps, userId: string, orderId: number): Promise<void> {
  await transact(deps, async (tx) => {
    const payment = await lockOwnOrder(tx, userId, orderId);
    const kind = move(payment.status, 'withdraw_refund');
    if (kind === 'same') return;
    if (kind === 'refused') throw stateConflict(payment.status);
    await refuseWhileSent(tx, payment);
    await deleteRefundRequest(tx, payment.id);
    await takeStep(deps, tx, payment, { do: 'withdraw_refund', by: userId });
  });
}

/** The office says no, and why: the purchase goes on as it was. The same again changes nothing. */
export async function refuseRefund(deps: Deps, admin: { id: string }, typedCode: string, reason: string) {
  const found = await findByTypedCode(deps.db, typedCode);
  await transact(deps, async (tx) => {
    if (!(await lockAdminAndPayer(tx, admin.id, found.userId))) throw unauthorized();
    const payment = await requireFound(lockPayment(tx, found.id), paymentNotFound);
    const kind = move(payment.status, 'refuse_refund');
    if (kind === 'same') return;
    if (kind === 'refused') throw stateConflict(payment.status);
    await refuseWhileSent(tx, payment);
    await deleteRefundRequest(tx, payment.id);
    await takeStep(deps, tx, payment, { do: 'refuse_refund', by: admin.id, reason });
  });
  return readAdminView(deps, found.id);
}

/** Money that the provider is giving back is neither withdrawn, refused nor paid a second time. */
export async function refuseWhileSent(tx: Tx, { id, status }: PaymentRow): Promise<void> {
  if (!(await findSentRefund(tx, id))) return;
  throw new AppError('state_conflict', 'O provedor já está devolvendo este valor.', { status });
}

type RefundWish = Omit<BodyOf<typeof refundPayment>, 'pixKey'> & { pixKey?: string | null };

/** Refuses what cannot be given back so. Returns the day on which it went, as a day of the school. */
export function checkRefund(
  payment: PaymentRow,
  ledger: RefundLedger,
  { amount, paidAt, note }: Pick<RefundWish, 'amount' | 'paidAt' | 'note'>,
  now: Date,
): string {
  const paidOn = paidDay(paidAt);
  checkRest(ledger, amount);
  if (paidOn > dayOf(now)) throw wrongField('paidAt', 'A data ainda não chegou.');
  if (paidOn < dayOf(payment.createdAt)) throw wrongField('paidAt', 'A data é anterior à compra.');
  if (note === null && needsReason(payment, { amount, rest: ledger.rest }, guaranteeEnd(payment.decidedAt), now)) {
    throw wrongField('note', 'Informe o motivo.');
  }
  return paidOn;
}

/** The key as banks write it; null: none was given. */
function readPixKey(typed: string | null): string | null {
  if (typed === null) return null;
  const key = parsePixKey(typed)?.key;
  if (key === undefined)
    throw wrongField('pixKey', 'Informe uma chave PIX válida: CPF, CNPJ, e-mail, telefone ou aleatória.');
  return key;
}

const paidDay = (paidAt: string): string => (paidAt.length === 10 ? paidAt : dayOf(new Date(paidAt)));

/** Whether the wish was carried out before: then asking again is fine. */
export const isRecorded = ({ entries, rest }: RefundLedger, wish: Omit<RefundWish, 'paymentCode'>): boolean =>
  isRepeat(entries, rest, { ...wish, paidOn: paidDay(wish.paidAt), creationKey: wish.creationKey ?? null });

/** The office has paid back by its own transfer. The same again changes nothing. */
export async function recordRefund(
  deps: Deps,
  sessions: Sessions,
  admin: { id: string },
  { paymentCode, ...wish }: RefundWish,
) {
  const found = await findByTypedCode(deps.db, paymentCode);
  await transact(deps, async (tx, after) => {
    if (!(await lockAdminAndPayer(tx, admin.id, found.userId))) throw unauthorized();
    const payment = await requireFound(lockPayment(tx, found.id), paymentNotFound);
    const ledger = await readRefundLedger(tx, payment);
    if (isRecorded(ledger, wish)) return;
    checkRefundable(payment, ledger);
    await refuseWhileSent(tx, payment);
    const { amount, endToEndId, note, creationKey = null } = wish;
    const pixKey = readPixKey(wish.pixKey ?? null);
    const paidOn = checkRefund(payment, ledger, wish, deps.clock.now());
    const entry = { amount, paidOn, endToEndId, note, pixKey, creationKey, through: 'office', by: admin.id } as const;
    await addRefund(deps, { sessions, tx, after }, payment, entry);
  });
  return readAdminView(deps, found.id);
}

const refundsCursor = cursorOf({ day, id: rowId });

/** What is to be paid back, the most urgent first; or what was, newest first. */
export async function listRefundsForAdmin(deps: Deps, query: QueryOf<typeof listRefunds>) {
  const { rows, ...page } = await readPage(refundsCursor.from(query), {
    rows: (part) => listRefundRows(deps.db, { ...query, ...part }),
    total: countRefundRows(deps.db, query),
    positionOf: ({ day: lastDay, positionId }) => ({ day: lastDay, id: positionId }),
  });
  const proofs = await proofsByPayment(deps, rows);
  return { ...page, rows: rows.map((row) => adminView(deps.school.now, row, proofs.get(row.id))) };
}
