import type { QueryOf } from '#contract/endpoint.ts';
import type { listOpenPayments, listPaymentDecisions } from '#contract/money/payments.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { grantAccess } from '#server/features/money/access/access.service.ts';
import { defaultOffer } from '#server/features/money/offers/offers.service.ts';
import { AppError, requireFound, unauthorized, wrongField } from '#server/http/errors.ts';
import { cursorOf, flag, instant, readPage, rowId } from '#server/http/paging.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { approveOrder, type Work } from './approval.ts';
import { adminView, areContradicted } from './payment-views.ts';
import { move } from './payments.policy.ts';
import { findByTypedCode, paymentNotFound } from './payments.service.ts';
import { findPaymentOf, lockAdminAndPayer, lockPayment, type PaymentRow } from './payments.store.ts';
import { listProofsOf } from './proofs.store.ts';
import {
  countDecisionRows,
  countOpenRows,
  findAdminRow,
  listAdminRows,
  listDecisionRows,
  listOpenRows,
  openCount,
} from './queue.store.ts';
import { sumToldByBank } from './received-amounts.service.ts';
import { stateConflict, takeStep } from './transitions.ts';

type Verdict =
  | { do: 'approve'; amount?: number | undefined; reason?: string | null }
  | { do: 'reject'; reason: string };
type Sessions = ReturnType<typeof createSessions>;

/** When several administrators decide at once, one wins. Repeating the same decision changes nothing. */
export async function decidePayment(
  deps: Deps,
  sessions: Sessions,
  admin: { id: string },
  typedCode: string,
  verdict: Verdict,
) {
  const found = await findByTypedCode(deps.db, typedCode);
  // What stands already needs no lock: a hundred clicks at once must not line up for the database.
  if (isNews(found, verdict.do)) await decide(deps, sessions, admin, found, verdict);
  return readAdminView(deps, found.id);
}

export async function readAdminView(deps: Deps, id: number) {
  const [row, proofs] = await Promise.all([findAdminRow(deps.db, id), listProofsOf(deps.db, [id])]);
  return adminView(deps.school.now, row, proofs);
}

/** Many at once, in the order of their ids here. */
export async function readAdminViews(deps: Deps, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await listAdminRows(deps.db, ids);
  const proofs = await proofsByPayment(deps, rows);
  const views = new Map(rows.map((row) => [row.id, adminView(deps.school.now, row, proofs.get(row.id))]));
  return ids.flatMap((id) => views.get(id) ?? []);
}

/** Whether a decision would change anything; throws where it may not be made. */
function isNews({ status }: Pick<PaymentRow, 'status'>, step: Verdict['do']): boolean {
  const kind = move(status, step);
  if (kind === 'refused') throw stateConflict(status);
  return kind === 'change';
}

async function decide(deps: Deps, sessions: Sessions, admin: { id: string }, found: PaymentRow, verdict: Verdict) {
  await transact(deps, async (tx, after) => {
    if (!(await lockAdminAndPayer(tx, admin.id, found.userId))) throw unauthorized();
    const payment = await requireFound(lockPayment(tx, found.id), paymentNotFound);
    if (!isNews(payment, verdict.do)) return;
    if (verdict.do === 'reject') await takeStep(deps, tx, payment, { ...verdict, by: admin.id });
    else {
      const { amount, reason = null } = verdict;
      if (amount !== undefined) await checkConfirmed(tx, payment, amount, reason);
      const received = { amount, source: 'proof' } as const;
      await approveOrder(deps, { sessions, tx, after }, payment, { by: admin.id, received, reason });
    }
  });
}

/** An amount other than the price needs a reason, and is never less than what the bank told. */
async function checkConfirmed(tx: Tx, { id, amount: price }: PaymentRow, amount: number, reason: string | null) {
  if (amount !== price && reason === null) {
    throw wrongField('reason', 'Informe o motivo.');
  }
  if (amount >= (await sumToldByBank(tx, id))) return;
  const message = 'O banco já informou um valor maior que este.';
  throw wrongField('amount', message);
}

/** An administrator lets a pending student in by hand: their open payment counts as paid. */
export async function approveWithUser(
  deps: Deps,
  work: Work,
  userId: string,
  { by: adminId, checkProof }: { by: string; checkProof: boolean },
): Promise<void> {
  const { tx } = work;
  const known = await findPaymentOf(tx, userId);
  const payment = known && (await lockPayment(tx, known.id));
  if (payment && move(payment.status, 'approve') === 'change') {
    // The list of people does not show the proof: an order with a contradiction is decided where it is shown.
    if (checkProof && areContradicted(deps.school.now, payment, await listProofsOf(tx, [payment.id]))) {
      throw new AppError('state_conflict', 'O comprovante não bate com o pedido. Confira em Pagamentos.', {
        status: payment.status,
      });
    }
    await approveOrder(deps, work, payment, { by: adminId, activated: true, received: { source: 'proof' } });
    return;
  }
  // Let in without having paid: by hand, for as long as a purchase would last.
  const { id: offerId, rule, courseIds } = await defaultOffer(tx);
  await grantAccess(deps, tx, { userId, paymentId: null, offerId, rule, courseIds });
}

const queueCursor = cursorOf({ isPending: flag, time: instant, id: rowId });
const decisionsCursor = cursorOf({ time: instant, id: rowId });

/** What waits for a decision, with the count before the search for the badge. */
export async function listQueue(deps: Deps, query: QueryOf<typeof listOpenPayments>) {
  const { rows, ...page } = await readPage(queueCursor.from(query), {
    rows: (part) => listOpenRows(deps.db, { ...query, ...part }),
    total: countOpenRows(deps.db, query),
    positionOf: ({ id, status, proofUploadedAt, createdAt }) => ({
      isPending: status === 'pending',
      time: proofUploadedAt ?? createdAt,
      id,
    }),
  });
  const proofs = await proofsByPayment(deps, rows);
  return { ...page, rows: rows.map((row) => adminView(deps.school.now, row, proofs.get(row.id))) };
}

/** How many open orders have a proof, as a query that can be batched with other reads. */
export const openProofsReads = (deps: Deps) => ({ proofs: openCount(deps.db, { proof: 'with' }) });

/** Who decided what, when and why. A rejection that was followed by an approval stays in the list. */
export async function listDecisions(deps: Deps, query: QueryOf<typeof listPaymentDecisions>) {
  const { rows, ...page } = await readPage(decisionsCursor.from(query), {
    rows: (part) => listDecisionRows(deps.db, { ...query, ...part }),
    total: countDecisionRows(deps.db, query),
    positionOf: (last) => ({ time: last.decisionAt, id: last.decisionId }),
  });
  const proofs = await proofsByPayment(deps, rows);
  const decisions = rows.map((row) => ({
    id: row.decisionId,
    decision: query.decision,
    reason: row.reason,
    decidedAt: row.decisionAt,
    decidedBy:
      row.adminFirstName !== null && row.adminLastName !== null
        ? { firstName: row.adminFirstName, lastName: row.adminLastName }
        : null,
    payment: adminView(deps.school.now, row, proofs.get(row.id)),
  }));
  return { ...page, rows: decisions };
}

export async function proofsByPayment(deps: Deps, rows: { id: number }[]) {
  const proofs = await listProofsOf(deps.db, [...new Set(rows.map(({ id }) => id))]);
  return Map.groupBy(proofs, ({ paymentId }) => paymentId);
}
