import { formatMoney } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { BankNow } from '../bank-now.tsx';

type DifferenceDialogProps = {
  open: boolean;
  /** Cents of the statement line. */
  paid: number;
  order: { paymentCode: string; status: string; amount: number };
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before a line is confirmed for an order of another price. */
export function DifferenceDialog({ open, paid, order, busy, onClose, onConfirm }: DifferenceDialogProps) {
  const { amount: price } = order;
  return (
    <AlertDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Entraram ${formatMoney(paid)} para um pedido de ${formatMoney(price)}`}
      text={`Confirmar conta ${formatMoney(paid)} como recebido e libera o acesso. A diferença de ${formatMoney(Math.abs(price - paid))} fica como um caso até alguém decidir.`}
      confirmLabel="Confirmar mesmo assim"
      busy={busy}
      busyLabel="Confirmando..."
      onConfirm={onConfirm}
    >
      <BankNow payment={order} />
    </AlertDialog>
  );
}
