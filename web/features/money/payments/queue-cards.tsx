import { useEffect, useRef } from 'react';
import type { AdminPayment } from '#contract/money/payments.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Contradictions, ProofAndBank } from './money-figures.tsx';
import { PaymentCode } from './payment-code.tsx';
import { ProofLink, RepeatedBadge } from './proof-cell.tsx';
import { nameOf } from './queue.queries.ts';
import { isOverdue, type QueueActions, type QueueListProps, queuedAt } from './queue-list.ts';
import { RowActions } from './row-actions.tsx';

/** Below 1000 px: who and how much, when, the code, what to do. */
export function QueueCards({ rows, loading, selectedCode, focusSelected, onFocused, actions }: QueueListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!focusSelected || !selectedCode) return;
    list.current?.querySelector<HTMLElement>(`[data-code="${selectedCode}"]`)?.focus();
    onFocused();
  }, [focusSelected, selectedCode, onFocused]);

  if (loading) return <SkeletonGroup className="grid gap-3" blocks={['h-40 w-full', 'h-40 w-full', 'h-40 w-full']} />;
  return (
    <ul ref={list} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-3">
      {rows.map((payment) => (
        <li key={payment.paymentCode}>
          <PaymentItem payment={payment} actions={actions} />
        </li>
      ))}
    </ul>
  );
}

function PaymentItem({ payment, actions }: { payment: AdminPayment; actions: QueueActions }) {
  const at = queuedAt(payment);
  const name = nameOf(payment);
  const now = useNow();
  return (
    <Card>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <button
            type="button"
            data-code={payment.paymentCode}
            className="-my-2.5 min-h-11 text-left font-strong underline-offset-4 hover:underline"
            aria-label={`${name}: ver detalhes do pagamento`}
            onClick={() => actions.onLook(payment)}
          >
            {name}
          </button>
          <p className="break-all text-ink-soft text-sm">{payment.user?.email ?? '—'}</p>
        </div>
        <div className="shrink-0 text-right">
          <p className="font-strong tabular-nums">{formatMoney(payment.amount)}</p>
          <time dateTime={at} title={formatDateTime(at)} className="block text-ink-soft text-xs">
            <Ago at={at} />
          </time>
          {isOverdue(payment, now) && <Badge tone="bad">atrasado</Badge>}
        </div>
      </div>
      <p className="mt-1.5 flex flex-wrap items-center justify-between gap-2 text-ink-soft text-sm">
        <PaymentCode code={payment.paymentCode} />
        <RepeatedBadge payment={payment} />
      </p>
      <ProofAndBank payment={payment} className="mt-2 justify-start" />
      <Contradictions payment={payment} className="mt-2" />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <span className="grow">
          <ProofLink payment={payment} />
        </span>
        <RowActions payment={payment} actions={actions} />
      </div>
    </Card>
  );
}
