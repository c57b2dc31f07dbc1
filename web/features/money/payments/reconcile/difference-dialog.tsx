import { formatMoney } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';

type DifferenceDialogProps = {
  open: boolean;
  /** Cents of the statement line, and of the order. */
  paid: number;
  price: number;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before a line is confirmed for an order of another price. */
export function DifferenceDialog({ open, paid, price, busy, onClose, onConfirm }: DifferenceDialogProps) {
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
    />
  );
}
