import type { AdminPayment } from '#contract/money/payments.ts';
import { Button } from '#web/ui/button.tsx';
import { nameOf } from './queue.queries.ts';
import { approvalWarningOf, type QueueActions } from './queue-list.ts';

type RowActionsProps = { payment: AdminPayment; actions: QueueActions };

export function RowActions({ payment, actions }: RowActionsProps) {
  const name = nameOf(payment);
  return (
    <span className="flex items-center gap-1.5">
      <Button
        variant="line"
        size="sm"
        aria-label={`Aprovar pagamento de ${name}`}
        busy={actions.busyCode === payment.paymentCode}
        onClick={() => actions.onApprove(payment)}
      >
        {approvalWarningOf(payment) ? 'Aprovar…' : 'Aprovar'}
      </Button>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Recusar pagamento de ${name}`}
        onClick={() => actions.onReject(payment)}
      >
        <span className="text-bad">Recusar</span>
      </Button>
    </span>
  );
}
