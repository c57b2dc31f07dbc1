import { useInfiniteQuery } from '@tanstack/react-query';
import type { Statement } from '#contract/money/statements.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ShowMore } from '#web/ui/show-more.tsx';
import { PaymentCode } from '../payment-code.tsx';
import { ProofLink } from '../proof-cell.tsx';
import { nameOf } from '../queue.queries.ts';
import { Side, Sides } from './entry-row.tsx';
import { unreceivedQuery } from './reconcile.queries.ts';

/** The reverse case: a receipt was sent, and the bank has no such entry. */
export function Unreceived({ statement }: { statement: Statement }) {
  const found = useInfiniteQuery(unreceivedQuery(statement.id));
  const orders = found.data?.pages.flatMap(({ items }) => items) ?? [];
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="sem-recebimento" className="mt-8">
      <h2 id="sem-recebimento" className="mb-3 text-md">
        Comprovante sem recebimento <span className="text-ink-soft tabular-nums">{found.data?.pages[0]?.total}</span>
      </h2>
      <ul className="grid gap-2">
        {orders.map((order) => (
          <Sides
            key={order.paymentCode}
            label={`${nameOf(order)}, sem entrada no banco`}
            title="Sem entrada"
            tone="plain"
            bank={
              <p className="text-ink-soft text-sm">
                Nada no banco para este pedido de {formatDay(statement.firstDay)} a {formatDay(statement.lastDay)}.
              </p>
            }
            why={
              <>
                <span>o comprovante pode ser de agendamento, ou falso</span>
                <div className="mt-1">
                  <ProofLink payment={order} />
                </div>
              </>
            }
            ours={
              <Side name={nameOf(order)} amount={order.amount}>
                <PaymentCode code={order.paymentCode} />
                {order.proofUploadedAt && (
                  <span className="block">comprovante em {formatDateTime(order.proofUploadedAt)}</span>
                )}
              </Side>
            }
          />
        ))}
      </ul>
      <ShowMore pages={found} place="below" />
    </section>
  );
}
