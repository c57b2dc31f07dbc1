import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminPayment, PaymentFilters } from '#contract/money/payments.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { PaymentCode } from './payment-code.tsx';
import { isFiltered, NOTHING_FOUND } from './payment-filters.tsx';
import { PanelActions, PanelBody, PanelHeader } from './payment-panel.tsx';
import { nameOf, openPaymentsQuery, useApprove, useCheckBank } from './queue.queries.ts';
import { QueueCards } from './queue-cards.tsx';
import { approvalWarningOf, type QueueListProps } from './queue-list.ts';
import { QueueTable } from './queue-table.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';

type Asking = { kind: 'reject' | 'approve' | 'look'; payment: AdminPayment };

/** The queue: rows on the left, the chosen payment beside them; below 1240 px it opens over the list. */
export function Queue({ filters }: { filters: PaymentFilters }) {
  const payments = useInfiniteQuery(openPaymentsQuery(filters));
  const rows = payments.data?.pages.flatMap((page) => page.items) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [focusNext, setFocusNext] = useState(false);
  // Known before the question is rendered: an Enter that follows at once still reaches the row. It answers the question
  // only where nothing speaks against the approval.
  const askedApproval = useRef<{ paymentCode: string; isPlain: boolean }>(undefined);
  // The side bar takes 236 px of these widths.
  const hasTable = useMedia('(width >= 1236px)');
  const hasPanel = useMedia('(width >= 1476px)');
  const approve = useApprove();
  const check = useCheckBank();

  const selected = rows.find(({ paymentCode }) => paymentCode === chosen) ?? (hasPanel ? rows[0] : undefined);

  /** A decided row is removed: the next one takes its position and the focus. */
  const moveOn = ({ paymentCode }: AdminPayment) => {
    const at = rows.findIndex((row) => row.paymentCode === paymentCode);
    setChosen((rows[at + 1] ?? rows[at - 1])?.paymentCode ?? null);
    setFocusNext(true);
    setAsking(null);
  };
  const approveNow = (payment: AdminPayment, confirmed: { amount?: number; reason?: string } = {}) => {
    askedApproval.current = undefined;
    const body = { paymentCode: payment.paymentCode, ...confirmed };
    approve.mutate(body, { onSuccess: () => moveOn(payment), onError: () => setAsking(null) });
  };

  /** One press approves what no provider knows of. Otherwise the dialog shows first what the bank says now. */
  const askBank = (payment: AdminPayment) =>
    check.mutate(payment.paymentCode, {
      onSuccess: ({ isAsked }) => (isAsked ? setAsking({ kind: 'approve', payment }) : approveNow(payment)),
      onError: () => setAsking({ kind: 'approve', payment }),
    });

  const actions = {
    busyCode: check.isPending ? check.variables : approve.isPending ? approve.variables.paymentCode : undefined,
    onApprove: (payment: AdminPayment) =>
      approvalWarningOf(payment) ? setAsking({ kind: 'approve', payment }) : askBank(payment),
    onReject: (payment: AdminPayment) => {
      askedApproval.current = undefined;
      setAsking({ kind: 'reject', payment });
    },
    onAskApprove: (payment: AdminPayment) => {
      askedApproval.current = { paymentCode: payment.paymentCode, isPlain: !approvalWarningOf(payment) };
      setAsking({ kind: 'approve', payment });
    },
    onLook: (payment: AdminPayment) => {
      const asked = askedApproval.current;
      if (asked?.paymentCode === payment.paymentCode) return asked.isPlain ? approveNow(payment) : undefined;
      if (asking?.kind === 'approve') return;
      setChosen(payment.paymentCode);
      if (!hasPanel) setAsking({ kind: 'look', payment });
    },
  };
  const list: QueueListProps = {
    rows,
    loading: payments.isPending,
    selectedCode: selected?.paymentCode ?? null,
    onSelect: setChosen,
    focusSelected: focusNext && !asking,
    onFocused: () => setFocusNext(false),
    onEndNear: () => payments.hasNextPage && !payments.isFetchingNextPage && payments.fetchNextPage(),
    actions,
  };
  const isEmpty = payments.isSuccess && rows.length === 0;

  if (payments.isError && !payments.data) {
    return <LoadError of={payments} title="Não conseguimos carregar os pagamentos" />;
  }
  if (isEmpty) {
    return (
      <Card>
        <EmptyState
          title={isFiltered(filters) ? NOTHING_FOUND : 'Nenhum pagamento pendente de análise'}
          text={isFiltered(filters) ? undefined : 'Quando um aluno enviar um comprovante, ele aparece aqui.'}
        />
      </Card>
    );
  }
  return (
    <>
      <div className="min-[1476px]:grid min-[1476px]:grid-cols-[minmax(0,1fr)_316px] items-start gap-4">
        <div>
          {hasTable !== false && (
            <div className="max-[1236px]:hidden">
              <QueueTable {...list} />
            </div>
          )}
          {hasTable !== true && (
            <div className="min-[1236px]:hidden">
              <QueueCards {...list} />
            </div>
          )}
          <ShowMore pages={payments} place="below" />
        </div>
        {hasPanel && selected && (
          <Card flush aria-label="Pagamento escolhido" className="sticky top-5">
            <PanelHeader payment={selected} />
            <PanelBody key={selected.paymentCode} payment={selected} />
            <div className="grid grid-cols-[1fr_1.4fr] gap-3 px-4 pb-4">
              <PanelActions payment={selected} actions={actions} />
            </div>
            <ShortcutHelp />
          </Card>
        )}
      </div>
      <Dialog
        open={asking?.kind === 'look'}
        onOpenChange={(open) => !open && setAsking(null)}
        title={asking ? nameOf(asking.payment) : ''}
        description={asking && <PaymentCode code={asking.payment.paymentCode} />}
        flush
        className="md:max-h-none md:justify-self-end md:self-stretch"
        size="sm"
        footer={asking?.kind === 'look' && <PanelActions payment={asking.payment} actions={actions} />}
      >
        {asking?.kind === 'look' && <PanelBody payment={asking.payment} />}
      </Dialog>
      <ApproveDialog
        payment={asking?.kind === 'approve' ? asking.payment : null}
        busy={approve.isPending}
        onClose={() => {
          askedApproval.current = undefined;
          setAsking(null);
        }}
        onConfirm={approveNow}
        onReject={actions.onReject}
      />
      <RejectDialog
        payment={asking?.kind === 'reject' ? asking.payment : null}
        onClose={() => setAsking(null)}
        onRejected={moveOn}
      />
    </>
  );
}
