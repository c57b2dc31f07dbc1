import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { AdminPayment } from '#contract/money/payments.ts';
import { formatDateTime, formatDeadline, formatMoney, formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { useShortcuts } from '#web/lib/preferences.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Contradictions, ProofAndBankLines } from './money-figures.tsx';
import { PaymentCode } from './payment-code.tsx';
import { ProofLink } from './proof-cell.tsx';
import { nameOf } from './queue.queries.ts';
import { isOverdue, isReused, type QueueListProps, queuedAt } from './queue-list.ts';
import { RowActions } from './row-actions.tsx';
import { rowKey } from './row-key.ts';

const headers = ['Código', 'Aluno', 'Email', 'Valor', 'Data', 'Comprovante', 'Ações'];
const NEAR_END = 5;

/** One row holds the focus at a time; arrows and letters act on it. */
export function QueueTable(props: QueueListProps) {
  const { rows, loading, selectedCode, onSelect, focusSelected, onFocused, onEndNear, actions } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const shortcuts = useShortcuts();
  const tabStop = rows.some(({ paymentCode }) => paymentCode === selectedCode) ? selectedCode : rows[0]?.paymentCode;

  useEffect(() => {
    if (!focusSelected || !selectedCode) return;
    body.current?.querySelector<HTMLElement>(`[data-code="${selectedCode}"]`)?.focus();
    onFocused();
  }, [focusSelected, selectedCode, onFocused]);

  const firstCode = rows[0]?.paymentCode;
  const drawn = useRef(false);
  useEffect(() => {
    if (!firstCode || drawn.current) return;
    drawn.current = true;
    if (isFocusFree()) {
      body.current?.querySelector<HTMLElement>(`[data-code="${firstCode}"]`)?.focus({ preventScroll: true });
    }
  }, [firstCode]);

  const goTo = (at: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))];
    if (!row) return;
    if (at >= rows.length - NEAR_END) onEndNear();
    body.current?.querySelector<HTMLElement>(`[data-code="${row.paymentCode}"]`)?.focus();
  };

  const press = (event: KeyboardEvent, payment: AdminPayment, at: number) => {
    const meant = event.target === event.currentTarget ? rowKey(event, shortcuts) : null;
    if (!meant) return;
    event.preventDefault();
    if (meant === 'next') goTo(at + 1);
    if (meant === 'previous') goTo(at - 1);
    if (meant === 'first') goTo(0);
    if (meant === 'last') goTo(rows.length - 1);
    if (meant === 'look') actions.onLook(payment);
    if (meant === 'approve') actions.onAskApprove(payment);
    if (meant === 'reject') actions.onReject(payment);
  };

  return (
    <Card
      flush
      className="[&_:is(td,th)]:px-2 [&_:is(td,th):first-child]:pl-4 [&_:is(td,th):last-child]:pr-3 [&_td]:py-1"
    >
      <table className="table" aria-busy={loading || undefined}>
        <caption className="sr-only">Pagamentos aguardando análise</caption>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col" data-align={header === 'Valor' ? 'end' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {loading && <SkeletonRows />}
          {rows.map((payment, at) => (
            <tr
              key={payment.paymentCode}
              data-code={payment.paymentCode}
              data-clickable
              tabIndex={payment.paymentCode === tabStop ? 0 : -1}
              aria-current={payment.paymentCode === selectedCode || undefined}
              onFocus={() => onSelect(payment.paymentCode)}
              onClick={(event) => {
                // A button inside the row has its own meaning.
                if (!(event.target as Element).closest('a, button')) actions.onLook(payment);
              }}
              onKeyDown={(event) => press(event, payment, at)}
              className="focus-visible:-outline-offset-3 focus-visible:outline-3 focus-visible:outline-focus"
            >
              <td className="text-xs leading-[1rem]">
                <PaymentCode code={payment.paymentCode} className="max-w-[7em]" />
              </td>
              <td className="w-2/5 max-w-0">
                <Student payment={payment} />
              </td>
              <td className="w-3/5 max-w-0 truncate text-ink-soft text-xs" title={payment.user?.email}>
                {payment.user?.email ?? '—'}
              </td>
              <td data-align="end" data-nowrap>
                {formatMoney(payment.amount)}
                <ProofAndBankLines payment={payment} />
              </td>
              <td data-nowrap>
                <When payment={payment} />
              </td>
              <td>
                <ProofLink payment={payment} />
              </td>
              <td>
                <RowActions payment={payment} actions={actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Whether the focus is on nothing, or on a fallback after a change of screen. */
const isFocusFree = () =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement === document.getElementById('main');

function Student({ payment }: { payment: AdminPayment }) {
  const name = nameOf(payment);
  return (
    <span className="grid leading-[1rem]" title={name}>
      <span className="truncate font-strong">{name}</span>
      {isReused(payment.proofs) && (
        <span className="flex items-center gap-1 font-strong text-bad text-xs">
          <TriangleAlert className="size-3" /> Repetido
        </span>
      )}
      <Contradictions payment={payment} />
    </span>
  );
}

function When({ payment }: { payment: AdminPayment }) {
  const at = queuedAt(payment);
  const now = useNow();
  const due = payment.answerDueAt;
  return (
    <time
      dateTime={at}
      title={due ? `Responder até ${formatDeadline(due)}` : undefined}
      className="grid text-xs leading-[1rem]"
    >
      {formatDateTime(at)}
      {isOverdue(payment, now) ? (
        <span className="font-strong text-bad">atrasado, {formatRelative(at, now)}</span>
      ) : (
        <span className="text-ink-soft">{formatRelative(at, now)}</span>
      )}
    </time>
  );
}

const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

function SkeletonRows() {
  return SKELETONS.map((key) => (
    <tr key={key}>
      {headers.map((header) => (
        <td key={header}>
          <Skeleton className="h-9 w-4/5" />
        </td>
      ))}
    </tr>
  ));
}
