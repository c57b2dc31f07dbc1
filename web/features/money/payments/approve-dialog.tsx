import { useRef } from 'react';
import type { AdminPayment } from '#contract/money/payments.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PaymentCode } from './payment-code.tsx';
import { nameOf } from './queue.queries.ts';
import { type ApprovalWarning, approvalWarningOf } from './queue-list.ts';

type ApproveDialogProps = {
  payment: AdminPayment | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: (payment: AdminPayment) => void;
};

const questions: Record<ApprovalWarning, string> = {
  'no-proof': 'Aprovar sem comprovante?',
  'reused-proof': 'Aprovar com comprovante repetido?',
};

function ApprovalNotice({ payment, doubt }: { payment: AdminPayment; doubt: ApprovalWarning }) {
  if (doubt === 'no-proof') {
    return (
      <Notice tone="sun">
        O aluno não enviou nenhum arquivo. Aprove só se o valor já está na conta da escola ou foi pago de outra forma.
      </Notice>
    );
  }
  const codes = [
    ...new Set(
      payment.proofs.flatMap(({ sameFileAs, reading }) => [...sameFileAs, ...(reading?.sameTransferAs ?? [])]),
    ),
  ];
  return (
    <Notice tone="bad">
      O mesmo arquivo foi enviado em {codes.length === 1 ? 'outro pagamento' : 'outros pagamentos'}:{' '}
      {codes.map((code) => (
        <PaymentCode key={code} code={code} className="mr-2 font-strong" />
      ))}
    </Notice>
  );
}

/** A single key must not let anybody in: Enter confirms it. Nor must a press where there is a doubt: it is told. */
export function ApproveDialog({ payment, busy, onClose, onConfirm }: ApproveDialogProps) {
  const doubt = payment && approvalWarningOf(payment);
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={payment !== null}
      onOpenChange={(open) => !open && !busy && onClose()}
      title={doubt ? questions[doubt] : 'Aprovar pagamento?'}
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
        <div className="grid gap-4">
          {doubt && <ApprovalNotice payment={payment} doubt={doubt} />}
          <p>
            {nameOf(payment)}, {formatMoney(payment.amount)}. O acesso do aluno é liberado na hora.
          </p>
        </div>
      )}
    </Dialog>
  );
}
