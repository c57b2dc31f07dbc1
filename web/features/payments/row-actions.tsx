import type { AdminPayment } from '../../../contract/payments.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { nameOf } from './queue.queries.ts';
import type { QueueActions } from './queue-list.ts';

type RowActionsProps = { payment: AdminPayment; actions: QueueActions; size?: ButtonSize };

export function RowActions({ payment, actions, size = 'sm' }: RowActionsProps) {
  const name = nameOf(payment);
  return (
    <span className="flex items-center gap-1.5">
      <Button
        variant="line"
        size={size}
        aria-label={`Aprovar pagamento de ${name}`}
        busy={actions.busyCode === payment.paymentCode}
        onClick={() => actions.onApprove(payment)}
      >
        Aprovar
      </Button>
      <Button
        variant="quiet"
        size={size}
        aria-label={`Recusar pagamento de ${name}`}
        onClick={() => actions.onReject(payment)}
      >
        <span className="text-bad">Recusar</span>
      </Button>
    </span>
  );
}
