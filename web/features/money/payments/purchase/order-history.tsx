import type { Order } from '#contract/money/orders.ts';
import { formatDateTime } from '#web/lib/format.ts';

type Step = Order['history'][number];

/** The events in words for the student; two events may lead to the same state. */
function wordsOf({ from, to }: Step): string {
  if (to === 'analyzing')
    return from === 'approved' ? 'Pagamento de volta à análise' : 'Pagamento enviado para análise';
  if (to === 'approved') return from === 'refund_requested' ? 'Pedido de reembolso encerrado' : 'Pagamento aprovado';
  if (to === 'rejected') return 'Pagamento recusado';
  if (to === 'cancelled') return 'Compra cancelada';
  if (to === 'refund_requested') return 'Reembolso pedido';
  return to === 'refunded' ? 'Valor devolvido' : 'Compra em conferência';
}

/** All events of an order, collapsed. */
export function OrderHistory({ order: { createdAt, history } }: { order: Order }) {
  return (
    <details className="mt-4 print:hidden">
      <summary className="flex min-h-11 items-center font-strong text-link text-sm">Histórico desta compra</summary>
      <ol className="grid gap-2 pb-2 text-sm">
        <Line at={createdAt} text="Compra aberta" />
        {history.map((step) => (
          <Line key={`${step.at}${step.to}`} at={step.at} text={wordsOf(step)} reason={step.reason} />
        ))}
      </ol>
    </details>
  );
}

function Line({ at, text, reason = null }: { at: string; text: string; reason?: string | null }) {
  return (
    <li className="grid gap-x-4 sm:grid-cols-[10rem_1fr]">
      <time dateTime={at} className="text-ink-soft tabular-nums">
        {formatDateTime(at)}
      </time>
      <span>
        {text}
        {reason && <span className="wrap-anywhere block text-ink-soft">{reason}</span>}
      </span>
    </li>
  );
}
