import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { AdminPayment, PaymentFilters } from '#contract/money/payments.ts';
import { exportPayments, type PaymentList, type RefundState } from '#contract/money/payments-office.ts';
import { ProvenDownload } from '#web/features/platform/users/proven-download.tsx';
import { addressOf } from '#web/lib/api.ts';
import { dayOf, formatDay } from '#web/lib/calendar-day.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { PaymentCode } from './payment-code.tsx';
import { isFiltered, NOTHING_FOUND } from './payment-filters.tsx';
import { nameOf, refundsQuery } from './queue.queries.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundFile } from './refund-file.tsx';
import { RefuseRefundDialog } from './refuse-refund-dialog.tsx';

const who: Column<AdminPayment>[] = [
  {
    key: 'code',
    header: 'Código',
    cell: ({ paymentCode }) => <PaymentCode code={paymentCode} className="md:max-w-[7em]" />,
    phone: 'plain',
  },
  {
    key: 'student',
    header: 'Aluno',
    cell: (payment) => (
      <>
        <span className="font-strong">{nameOf(payment)}</span>
        <span className="block break-all text-ink-soft text-xs">{payment.user?.email}</span>
      </>
    ),
    phone: 'title',
  },
];

type Asking = { what: 'refund' | 'refuse'; payment: AdminPayment };

const dueColumns = (onAsk: (asking: Asking) => void): Column<AdminPayment>[] => [
  ...who,
  {
    key: 'amount',
    header: 'Valor',
    cell: ({ amount }) => formatMoney(amount),
    align: 'end',
    nowrap: true,
    phone: 'aside',
  },
  {
    key: 'asked',
    header: 'Pedido em',
    cell: ({ refund }) => (refund?.requestedAt ? formatDateTime(refund.requestedAt) : '—'),
  },
  {
    key: 'due',
    header: 'Devolver até',
    cell: ({ refund }) =>
      refund?.sentAt ? <Badge tone="info">devolvendo pelo provedor</Badge> : <Due day={refund?.dueOn ?? null} />,
  },
  {
    key: 'action',
    header: 'Ações',
    cell: (payment) =>
      payment.refund?.sentAt ? (
        <>
          Pedido ao provedor <Ago at={payment.refund.sentAt} />
        </>
      ) : (
        <span className="flex flex-wrap gap-2 max-md:[&>*]:flex-1">
          <Button
            variant="line"
            size="sm"
            aria-label={`Registrar reembolso de ${nameOf(payment)}`}
            onClick={() => onAsk({ what: 'refund', payment })}
          >
            Registrar
          </Button>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Recusar pedido de reembolso de ${nameOf(payment)}`}
            onClick={() => onAsk({ what: 'refuse', payment })}
          >
            Recusar
          </Button>
        </span>
      ),
    phone: 'plain',
  },
];

const doneColumns: Column<AdminPayment>[] = [
  ...who,
  {
    key: 'amount',
    header: 'Devolvido',
    cell: ({ refundedCents, status }) => (
      <>
        {formatMoney(refundedCents)}
        {status !== 'refunded' && <Badge className="ml-2">em parte</Badge>}
      </>
    ),
    align: 'end',
    nowrap: true,
    phone: 'aside',
  },
  {
    key: 'paid',
    header: 'Data',
    cell: ({ refundParts }) => refundParts.map(({ paidOn }) => formatDay(paidOn)).join(', ') || '—',
  },
  {
    key: 'bank',
    header: 'Identificação no banco',
    cell: ({ refundParts }) => (
      <span className="break-all">{refundParts.flatMap(({ endToEndId }) => endToEndId ?? []).join(', ') || '—'}</span>
    ),
  },
  { key: 'file', header: 'Comprovante', cell: (payment) => <RefundFile payment={payment} /> },
];

function Due({ day }: { day: string | null }) {
  const today = dayOf(useNow());
  if (!day) return '—';
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {formatDay(day)}
      {day < today && <Badge tone="bad">atrasado</Badge>}
    </span>
  );
}

/** Pending refunds, the most urgent first; below, the completed ones. */
export function RefundList({ filters }: { filters: PaymentFilters }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const asked = (what: Asking['what']) => (asking?.what === what ? asking.payment : null);
  const close = () => setAsking(null);
  return (
    <div className="grid gap-6">
      <RefundSection state="due" filters={filters} columns={dueColumns(setAsking)} />
      <RefundSection state="done" filters={filters} columns={doneColumns} />
      <RefundDialog payment={asked('refund')} onClose={close} />
      <RefuseRefundDialog payment={asked('refuse')} onClose={close} />
    </div>
  );
}

const words: Record<RefundState, { title: string; empty: string; list: PaymentList }> = {
  due: { title: 'A devolver', empty: 'Nenhum reembolso a fazer', list: 'refunds_due' },
  done: { title: 'Devolvidos', empty: 'Nenhum reembolso feito ainda', list: 'refunds_done' },
};

type SectionProps = { state: RefundState; filters: PaymentFilters; columns: Column<AdminPayment>[] };

function RefundSection({ state, filters, columns }: SectionProps) {
  const list = useInfiniteQuery(refundsQuery(state, filters));
  const { title, empty, list: fileOf } = words[state];
  if (list.isError && !list.data) return <LoadError of={list} title="Não conseguimos carregar os reembolsos" />;
  return (
    <div>
      <Card
        title={title}
        flush
        aside={
          <ProvenDownload href={addressOf(exportPayments, { query: { ...filters, list: fileOf } })}>
            <Download /> CSV <span className="sr-only">de {title}</span>
          </ProvenDownload>
        }
      >
        <Table
          caption={title}
          columns={columns}
          rows={list.data?.pages.flatMap((page) => page.items) ?? []}
          rowKey={({ paymentCode }) => paymentCode}
          loading={list.isPending}
          empty={<EmptyState title={isFiltered(filters) ? NOTHING_FOUND : empty} />}
        />
      </Card>
      <ShowMore pages={list} place="below" />
    </div>
  );
}
