import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminPayment, Decision, PaymentDecision, PaymentFilters } from '#contract/money/payments.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { PaymentCode } from './payment-code.tsx';
import { isFiltered, NOTHING_FOUND } from './payment-filters.tsx';
import { ProofLink } from './proof-cell.tsx';
import { decisionsQuery, nameOf } from './queue.queries.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

const words = {
  approved: { caption: 'Pagamentos aprovados', verb: 'Aprovado', empty: 'Nenhum pagamento aprovado ainda' },
  rejected: { caption: 'Pagamentos recusados', verb: 'Recusado', empty: 'Nenhum pagamento recusado ainda' },
};

/** 'Aprovado por Marta Teles em 15/11/2026 08:14' */
function decidedText({ decision, decidedBy, decidedAt }: PaymentDecision): string {
  const by = decidedBy ? `por ${decidedBy.firstName} ${decidedBy.lastName}` : 'por administrador removido';
  return `${words[decision].verb} ${by} em ${formatDateTime(decidedAt)}`;
}

const columns: Column<PaymentDecision>[] = [
  {
    key: 'code',
    header: 'Código',
    cell: ({ payment }) => <PaymentCode code={payment.paymentCode} className="md:max-w-[7em]" />,
    phone: 'plain',
  },
  {
    key: 'student',
    header: 'Aluno',
    cell: ({ payment }) => <span className="font-strong">{nameOf(payment)}</span>,
    phone: 'title',
  },
  {
    key: 'email',
    header: 'Email',
    cell: ({ payment }) => <span className="break-all">{payment.user?.email ?? '—'}</span>,
    phone: 'plain',
  },
  {
    key: 'amount',
    header: 'Valor',
    cell: ({ payment, decision }) => (
      <>
        {formatMoney(payment.amount)}
        {decision === 'approved' && <Received payment={payment} />}
      </>
    ),
    align: 'end',
    nowrap: true,
    phone: 'aside',
  },
  { key: 'proof', header: 'Comprovante', cell: ({ payment }) => <ProofLink payment={payment} /> },
];

/** The received amount, if it differs from the price, and whether only a proof confirms it. */
function Received({ payment: { received, amount, method } }: { payment: AdminPayment }) {
  if (method === 'courtesy' || received.total === 0) return null;
  return (
    <span className="grid justify-items-end text-xs leading-[1rem]">
      {received.total !== amount && (
        <span className="font-strong text-bad">recebido {formatMoney(received.total)}</span>
      )}
      {received.isByProof && <span className="text-ink-soft">por comprovante</span>}
    </span>
  );
}

const decided: Column<PaymentDecision> = {
  key: 'decided',
  header: 'Decisão',
  cell: (row) => (
    <span className="grid gap-1">
      {decidedText(row)}
      {row.decision === 'approved' && row.reason && <span className="text-ink-soft">{row.reason}</span>}
    </span>
  ),
  phone: 'plain',
};

type Asking = { kind: 'refund' | 'revoke'; payment: AdminPayment };

/** Actions that an approval still allows, or its outcome. */
const afterApproval = (onAsk: (asking: Asking) => void): Column<PaymentDecision> => ({
  key: 'after',
  header: 'Ações',
  cell: ({ payment, decidedAt }) =>
    // One that was undone, and followed by another, is history.
    payment.approvedAt !== null && payment.approvedAt !== decidedAt ? (
      <Badge>desfeita</Badge>
    ) : payment.status === 'approved' || payment.status === 'refund_requested' ? (
      <span className="flex flex-wrap items-center gap-2">
        {payment.status === 'refund_requested' && <Overtaken status={payment.status} />}
        {payment.amount > 0 && (
          <Button
            variant="line"
            size="sm"
            aria-label={`Reembolsar ${nameOf(payment)}`}
            onClick={() => onAsk({ kind: 'refund', payment })}
          >
            Reembolsar
          </Button>
        )}
        {payment.status === 'approved' && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Estornar aprovação de ${nameOf(payment)}`}
            onClick={() => onAsk({ kind: 'revoke', payment })}
          >
            Estornar aprovação
          </Button>
        )}
      </span>
    ) : (
      <Overtaken status={payment.status} />
    ),
  phone: 'plain',
});

const reason: Column<PaymentDecision> = {
  key: 'reason',
  header: 'Motivo',
  cell: (row) => (
    <span className="grid gap-1">
      <span className="whitespace-pre-wrap">{row.reason}</span>
      {row.payment.status !== 'rejected' && <Overtaken status={row.payment.status} />}
    </span>
  ),
  phone: 'plain',
};

/** The outcome of the payment after this decision. */
function Overtaken({ status }: { status: string }) {
  if (status === 'approved') return <Badge tone="ok">aprovado depois</Badge>;
  if (status === 'analyzing') return <Badge tone="sun">em nova análise</Badge>;
  if (status === 'refund_requested') return <Badge tone="info">reembolso pedido</Badge>;
  if (status === 'refunded') return <Badge>reembolsado</Badge>;
  return null;
}

export function DecisionList({ decision, filters }: { decision: Decision; filters: PaymentFilters }) {
  const list = useInfiniteQuery(decisionsQuery(decision, filters));
  const [asking, setAsking] = useState<Asking | null>(null);
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isError && !list.data) return <LoadError of={list} title="Não conseguimos carregar o histórico" />;
  return (
    <>
      <Card flush>
        <Table
          caption={words[decision].caption}
          columns={[...columns, decided, decision === 'rejected' ? reason : afterApproval(setAsking)]}
          rows={rows}
          rowKey={({ id }) => String(id)}
          loading={list.isPending}
          empty={<EmptyState title={isFiltered(filters) ? NOTHING_FOUND : words[decision].empty} />}
        />
      </Card>
      <ShowMore pages={list} place="below" />
      <RefundDialog payment={asking?.kind === 'refund' ? asking.payment : null} onClose={() => setAsking(null)} />
      <RevokeDialog payment={asking?.kind === 'revoke' ? asking.payment : null} onClose={() => setAsking(null)} />
    </>
  );
}
