import { useRef } from 'react';
import type { AdminPayment } from '../../../contract/payments.ts';
import { formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { nameOf } from './queue.queries.ts';

type ApproveDialogProps = {
  payment: AdminPayment | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: (payment: AdminPayment) => void;
};

/** A single key must not let anybody in: Enter confirms it. */
export function ApproveDialog({ payment, busy, onClose, onConfirm }: ApproveDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={payment !== null}
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Aprovar pagamento?"
      size="sm"
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        confirm.current?.focus();
      }}
      footer={
        <>
          <Button variant="line" disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button ref={confirm} busy={busy} busyLabel="Aprovando..." onClick={() => payment && onConfirm(payment)}>
            Aprovar
          </Button>
        </>
      }
    >
      {payment && (
        <p>
          {nameOf(payment)}, {formatMoney(payment.amount)}. O acesso do aluno é liberado na hora.
        </p>
      )}
    </Dialog>
  );
}
