import type { QueryOf } from '#contract/endpoint.ts';
import type { listChargeCases } from '#contract/money/charges.ts';
import type { Deps } from '#server/deps.ts';
import {
  caseCount,
  chargeRestOf,
  closeCase,
  countCases,
  listCaseRows,
  orderOfCase,
} from '#server/features/money/payments/cases.service.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { cursorOf, instant, offset, readPage, rowId } from '#server/http/paging.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { askAboutOrder } from './compare.service.ts';

type Sessions = ReturnType<typeof createSessions>;

const casesCursor = cursorOf({ rank: offset, createdAt: instant, id: rowId });

export async function listCases(deps: Deps, query: QueryOf<typeof listChargeCases>) {
  const { rows, ...page } = await readPage(casesCursor.from(query), {
    rows: (part) => listCaseRows(deps.db, part),
    total: countCases(deps.db),
  });
  const cases = rows.map(({ paymentId: _, rank: __, paymentCode, status, name, offerName, ...row }) => ({
    ...row,
    order: paymentCode === null || status === null ? null : { paymentCode, status, name, offer: offerName ?? '' },
  }));
  return { ...page, rows: cases };
}

/** How many cases are open, as a query that can be batched with other reads. */
export const openCasesReads = () => ({ cases: caseCount() });

const caseNotFound = () => notFound('Caso não encontrado.');

/** A person has seen to it. The same again changes nothing. */
export async function markCaseSeen(deps: Deps, admin: { id: string }, id: number): Promise<void> {
  const outcome = await closeCase(deps, id, { by: admin.id, resolution: 'seen', note: null });
  if (outcome === 'unknown') throw caseNotFound();
}

/** Accepts a difference, with the reason of a person. The same again changes nothing. */
export async function acceptCase(deps: Deps, admin: { id: string }, id: number, reason: string): Promise<void> {
  const outcome = await closeCase(deps, id, { by: admin.id, resolution: 'accepted', note: reason });
  if (outcome === 'unknown') throw caseNotFound();
  if (outcome === 'settled') throw new AppError('state_conflict', 'Os valores deste pedido mudaram: confira a lista.');
}

/** The provider is asked first: what came in the meantime is not asked of the student again. */
export async function askForRest(deps: Deps, sessions: Sessions, admin: { id: string }, id: number): Promise<void> {
  const orderId = await orderOfCase(deps.db, id);
  if (orderId && !(await askAboutOrder(deps, sessions, orderId)).isAnswered) {
    throw new AppError('unavailable', 'O provedor não respondeu. Nada foi cobrado: tente de novo em instantes.');
  }
  const outcome = await chargeRestOf(deps, admin, id);
  if (outcome === 'unknown') throw caseNotFound();
  if (outcome === 'nothing missing') {
    throw new AppError('state_conflict', 'Não falta este valor no pedido: confira a lista.');
  }
}
