import type { QueryOf } from '#contract/endpoint.ts';
import type { listChargeCases } from '#contract/money/charges.ts';
import type { Deps } from '#server/deps.ts';
import { closeCase, countCases, listCaseRows } from '#server/features/money/payments/cases.service.ts';
import { notFound } from '#server/http/errors.ts';
import { byCreation, readPage } from '#server/http/paging.ts';

export async function listCases(deps: Deps, query: QueryOf<typeof listChargeCases>) {
  const after = byCreation.read(query.cursor);
  const { rows, ...page } = await readPage({
    cursor: byCreation,
    limit: query.limit,
    rows: (limit) => listCaseRows(deps.db, { limit, after }),
    total: countCases(deps.db),
    positionOf: ({ createdAt, id }) => ({ createdAt, id }),
  });
  const cases = rows.map(({ paymentId: _, paymentCode, status, name, offerName, ...row }) => ({
    ...row,
    order: paymentCode === null || status === null ? null : { paymentCode, status, name, offer: offerName ?? '' },
  }));
  return { ...page, rows: cases };
}

export const countOpenCases = (deps: Deps): Promise<number> => countCases(deps.db);

/** A person has seen to it. The same again changes nothing. */
export async function markCaseSeen(deps: Deps, admin: { id: string }, id: number): Promise<void> {
  if (!(await closeCase(deps, id, { by: admin.id, resolution: 'seen', note: null }))) {
    throw notFound('Caso não encontrado.');
  }
}
