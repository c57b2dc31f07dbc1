import type { QueryOf } from '#contract/endpoint.ts';
import { type getMoney, MONEY_DAYS_MAX } from '#contract/money/money.ts';
import type { PaymentMethod } from '#contract/money/payments.ts';
import type { LaggingDb } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { dayCell, methodNames, moneyCell } from '#server/features/money/payments/export-cells.ts';
import { wrongField } from '#server/http/errors.ts';
import { addDays, dayNumber, dayOf } from '#server/time/calendar.ts';
import { listMovementRows, type MovementRow, sumMoney } from './money.store.ts';

type Query = QueryOf<typeof getMoney>;

const PAGE = 2000;

/** This month up to today, unless told otherwise; at most a year at once. */
function rangeOf(deps: Deps, query: Query): { from: string; to: string } {
  const today = dayOf(deps.clock.now());
  const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
  const from = query.from ?? `${to.slice(0, 7)}-01`;
  const days = dayNumber(to) - dayNumber(from) + 1;
  const wrong = (message: string) => wrongField('to', message);
  if (days < 1) throw wrong('A data final é anterior à inicial.');
  if (days > MONEY_DAYS_MAX) throw wrong('Escolha no máximo um ano.');
  return { from, to };
}

export async function readMoney(deps: Deps, lagging: LaggingDb, query: Query) {
  const range = rangeOf(deps, query);
  const rows = await sumMoney(lagging, range);
  const of = (kind: (typeof rows)[number]['kind']) => rows.filter((row) => row.kind === kind);
  const nothing = { orders: 0, received: 0, refunded: 0, fees: null };
  return {
    ...range,
    total: of('total').map(sumsOf)[0] ?? nothing,
    days: of('day').map((row) => ({ day: row.day ?? '', ...sumsOf(row) })),
    methods: of('method').map((row) => ({ method: row.method as PaymentMethod, ...sumsOf(row) })),
    offers: of('offer').map((row) => ({ offer: { id: row.offerId ?? 0, name: row.offerName ?? '' }, ...sumsOf(row) })),
  };
}

const sumsOf = ({ orders, received, refunded, fees }: Awaited<ReturnType<typeof sumMoney>>[number]) => ({
  orders,
  received,
  refunded,
  fees,
});

const header = [
  'data',
  'tipo',
  'codigo',
  'aluno',
  'oferta',
  'forma',
  'recebido',
  'devolvido',
  'taxa',
  'identificacao_no_banco',
  'observacao',
  'preco',
  'conferencia',
];

const checks: Record<NonNullable<MovementRow['source']>, string> = {
  provider: 'provedor',
  statement: 'extrato',
  proof: 'por comprovante',
  desk: 'no balcão',
};

/** Two columns that can be summed up: a cell with a minus would be kept from spreadsheets as a formula. */
function cellsOf(row: MovementRow): string[] {
  const isRefund = row.kind === 'refund';
  return [
    dayCell(row.day),
    isRefund ? 'devolução' : 'recebimento',
    row.paymentCode,
    row.name ?? row.pseudonym ?? '',
    row.offerName ?? '',
    methodNames[row.method as PaymentMethod] ?? '',
    isRefund ? '' : moneyCell(row.amount),
    isRefund ? moneyCell(row.amount) : '',
    moneyCell(row.fee),
    row.endToEndId ?? '',
    row.note ?? '',
    moneyCell(row.price),
    row.source === null ? '' : checks[row.source],
  ];
}

export async function listMovements(deps: Deps, lagging: LaggingDb, query: Query) {
  const range = rangeOf(deps, query);
  const rows = [header];
  // Day by day and page by page: no answer of the database is longer than a page.
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
    let page: MovementRow[];
    let after = { kind: '', id: 0, part: 0 };
    do {
      page = await listMovementRows(lagging, day, after, PAGE);
      rows.push(...page.map(cellsOf));
      const last = page.at(-1);
      if (last) after = { kind: last.kind, id: last.id, part: last.part };
    } while (page.length === PAGE);
  }
  return { ...range, rows };
}
