import type { QueryOf } from '#contract/endpoint.ts';
import { LIST_LIMIT_MAX } from '#contract/limits.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import type { exportPayments } from '#contract/money/payments-office.ts';
import type { Deps } from '#server/deps.ts';
import { dayOf } from '#server/time/calendar.ts';
import { listDecisions, listQueue } from './decisions.service.ts';
import { dayCell, methodNames, moneyCell } from './export-cells.ts';
import { listRefundsForAdmin } from './refunds.service.ts';

const header = [
  'codigo',
  'situacao',
  'aluno',
  'email',
  'oferta',
  'cupom',
  'valor',
  'forma',
  'criado_em',
  'comprovante_em',
  'aprovado_em',
  'motivo',
  'devolvido',
  'devolvido_em',
  'identificacao_no_banco',
  'recebido',
  'conferencia',
];

const states: Record<AdminPayment['status'], string> = {
  pending: 'aguardando pagamento',
  analyzing: 'em análise',
  approved: 'aprovado',
  rejected: 'recusado',
  cancelled: 'cancelado',
  refund_requested: 'reembolso pedido',
  refunded: 'reembolsado',
  unknown: 'desconhecida',
};

type Row = Awaited<ReturnType<typeof listQueue>>['rows'][number];

const dayWritten = (moment: Date | null) => (moment === null ? '' : dayCell(dayOf(moment)));

const cells = (row: Row): string[] => [
  row.paymentCode,
  states[row.status] ?? states.unknown,
  row.user ? `${row.user.firstName} ${row.user.lastName}` : (row.pseudonym ?? ''),
  row.user?.email ?? '',
  row.offer.name,
  row.coupon ?? '',
  moneyCell(row.amount),
  methodNames[row.method] ?? '',
  dayWritten(row.createdAt),
  dayWritten(row.proofUploadedAt),
  dayWritten(row.approvedAt),
  row.rejectionReason ?? row.note ?? '',
  moneyCell(row.refundedCents > 0 ? row.refundedCents : null),
  dayCell(row.refundParts.at(-1)?.paidOn ?? null),
  row.refundParts.at(-1)?.endToEndId ?? '',
  moneyCell(row.received.total > 0 ? row.received.total : null),
  row.received.isByProof ? 'por comprovante' : '',
];

type Page = { rows: Row[]; next: string | null };

/** A list of the administrators as it is filtered, to its end. */
export async function listForExport(deps: Deps, { list, ...filters }: QueryOf<typeof exportPayments>) {
  const rows = [header];
  let cursor: string | undefined;
  do {
    const page = await pageOf(deps, list, { ...filters, limit: LIST_LIMIT_MAX, cursor });
    rows.push(...page.rows.map(cells));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

type Query = Parameters<typeof listQueue>[1];

async function pageOf(deps: Deps, list: QueryOf<typeof exportPayments>['list'], query: Query): Promise<Page> {
  if (list === 'open') return listQueue(deps, query);
  if (list === 'refunds_due') return listRefundsForAdmin(deps, { ...query, state: 'due' });
  if (list === 'refunds_done') return listRefundsForAdmin(deps, { ...query, state: 'done' });
  const { rows, ...page } = await listDecisions(deps, { ...query, decision: list });
  return { ...page, rows: rows.map(({ payment, reason }) => ({ ...payment, rejectionReason: reason })) };
}
