import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminPayment } from '#contract/money/payments.ts';
import type { StatementEntry } from '#contract/money/statements.ts';
import { textOf } from '#web/lib/api.ts';
import { formatMoney } from '#web/lib/format.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { PaymentCode } from '../payment-code.tsx';
import { nameOf } from '../queue.queries.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { openOrdersQuery, useDecide } from './reconcile.queries.ts';

/** For money that matches no order automatically: the office selects the order. */
export default function FindOrderDialog({ entry, onClose }: { entry: StatementEntry; onClose: () => void }) {
  const [search, setSearch] = useState(entry.payer ?? '');
  const rested = useDebounced(search, 300);
  const orders = useQuery(openOrdersQuery(rested));
  const decide = useDecide();
  const [asking, setAsking] = useState<AdminPayment | null>(null);
  const confirm = ({ paymentCode }: AdminPayment, acceptsDifference?: true) =>
    decide.mutate(
      { id: entry.id, decision: 'confirm', paymentCode, ...(acceptsDifference ? { acceptsDifference } : {}) },
      { onSuccess: onClose, onError: () => setAsking(null) },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`De quem são ${formatMoney(entry.amount)}?`}
      description="Escolha o pedido. Confirmar libera o acesso e avisa o aluno."
    >
      <SearchInput
        label="Buscar pedido"
        placeholder="Nome, e-mail ou código..."
        value={search}
        onValueChange={setSearch}
      />
      {orders.isError && (
        <Notice tone="bad" role="alert" className="mt-4">
          {textOf(orders.error)}
        </Notice>
      )}
      <ul className="mt-4 grid gap-2">
        {orders.data?.map((order) => (
          <li
            key={order.paymentCode}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line p-3"
          >
            <div className="min-w-0 grow">
              <b className="font-strong">{nameOf(order)}</b>
              <span className="block text-ink-soft text-sm">
                <PaymentCode code={order.paymentCode} />
              </span>
              <span className="text-sm tabular-nums">
                {formatMoney(order.amount)}
                {order.amount !== entry.amount && ' (valor diferente)'}
              </span>
            </div>
            <Button
              size="sm"
              variant="line"
              busy={decide.isPending && decide.variables?.paymentCode === order.paymentCode}
              aria-label={`É de ${nameOf(order)}`}
              onClick={() => (order.amount === entry.amount ? confirm(order) : setAsking(order))}
            >
              É este
            </Button>
          </li>
        ))}
      </ul>
      {asking && (
        <DifferenceDialog
          open
          paid={entry.amount}
          order={asking}
          busy={decide.isPending}
          onClose={() => setAsking(null)}
          onConfirm={() => confirm(asking, true)}
        />
      )}
      {orders.data?.length === 0 && <p className="mt-4 text-ink-soft">Nenhum pedido em aberto com este termo.</p>}
    </Dialog>
  );
}
