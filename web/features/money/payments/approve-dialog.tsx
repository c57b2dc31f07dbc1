import { useRef } from 'react';
import { REJECTION_REASON_MAX } from '#contract/limits.ts';
import { type AdminPayment, approvePayment } from '#contract/money/payments.ts';
import { formatMoney } from '#web/lib/format.ts';
import { readMoney } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { BankNow } from './bank-now.tsx';
import { Contradictions } from './money-figures.tsx';
import { PaymentCode } from './payment-code.tsx';
import { nameOf } from './queue.queries.ts';
import { type ApprovalWarning, approvalWarningOf, proofAmountOf } from './queue-list.ts';

type Confirmed = { amount?: number; reason?: string };

type ApproveDialogProps = {
  payment: AdminPayment | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: (payment: AdminPayment, confirmed?: Confirmed) => void;
  onReject: (payment: AdminPayment) => void;
};

/**
 * A single key must not approve a payment, so Enter confirms it. If there is a warning, the office enters the received
 * amount and a reason.
 */
export function ApproveDialog(props: ApproveDialogProps) {
  const { payment } = props;
  if (!payment) return null;
  const warning = approvalWarningOf(payment);
  return warning ? (
    <WarnedDialog key={payment.paymentCode} {...props} payment={payment} warning={warning} />
  ) : (
    <PlainDialog {...props} payment={payment} />
  );
}

type OpenProps = ApproveDialogProps & { payment: AdminPayment };

function PlainDialog({ payment, busy, onClose, onConfirm }: OpenProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
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
          <Button ref={confirm} busy={busy} busyLabel="Aprovando..." onClick={() => onConfirm(payment)}>
            Aprovar
          </Button>
        </>
      }
    >
      <p>
        {nameOf(payment)}, {formatMoney(payment.amount)}. O acesso do aluno é liberado na hora.
      </p>
      <div className="mt-3">
        <BankNow payment={payment} />
      </div>
    </Dialog>
  );
}

const questions: Record<ApprovalWarning, string> = {
  'no-proof': 'Aprovar sem comprovante?',
  'reused-proof': 'Aprovar com comprovante repetido?',
  contradiction: 'Este comprovante não bate. Aprovar mesmo assim?',
};

function WarnedDialog({
  payment,
  warning,
  busy,
  onClose,
  onConfirm,
  onReject,
}: OpenProps & { warning: ApprovalWarning }) {
  const { byBank } = payment.received;
  const isReasonNeeded = (amount: number) => warning === 'contradiction' || amount !== payment.amount;
  const form = useForm({
    initial: { amount: formatMoney(byBank > 0 ? byBank : (proofAmountOf(payment) ?? payment.amount)), reason: '' },
    schema: approvePayment.body,
    bodyOf: ({ amount, reason }) => ({ paymentCode: payment.paymentCode, amount: readMoney(amount), reason }),
    adjust: (errors, { amount, reason }) =>
      isReasonNeeded(readMoney(amount)) && !reason.trim() ? { ...errors, reason: 'Informe o motivo.' } : errors,
    onSubmit: ({ amount, reason }) =>
      onConfirm(payment, { ...(amount === undefined ? {} : { amount }), ...(reason ? { reason } : {}) }),
  });
  const typed = readMoney(form.values.amount);
  const isAsked = isReasonNeeded(typed);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      // A press outside must not discard what was typed.
      onInteractOutside={(event) => event.preventDefault()}
      title={questions[warning]}
      description={`${nameOf(payment)}, pedido de ${formatMoney(payment.amount)}`}
      footer={
        <>
          {warning === 'contradiction' ? (
            <Button variant="next" disabled={busy} onClick={() => onReject(payment)}>
              Pedir outro comprovante
            </Button>
          ) : (
            <Button variant="line" disabled={busy} onClick={onClose}>
              Cancelar
            </Button>
          )}
          <Button
            type="submit"
            form={form.id}
            variant={warning === 'contradiction' ? 'bad' : 'primary'}
            busy={busy}
            busyLabel="Aprovando..."
          >
            {warning === 'contradiction' ? 'Aprovar mesmo assim' : 'Aprovar'}
          </Button>
        </>
      }
    >
      <form {...form.props} className="grid gap-4">
        <Warning payment={payment} warning={warning} />
        <BankNow payment={payment} />
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Quanto entrou" error={form.errors.amount}>
            <Input inputMode="decimal" autoComplete="off" {...form.field('amount')} />
          </Field>
          <Field label={isAsked ? 'Por que aprovar *' : 'Por que aprovar'} error={form.errors.reason}>
            <Input
              maxLength={REJECTION_REASON_MAX}
              autoComplete="off"
              placeholder="fica na auditoria"
              {...form.field('reason')}
            />
          </Field>
        </div>
        <Outcome price={payment.amount} typed={typed} isByBank={byBank > 0} />
      </form>
    </Dialog>
  );
}

/** What the approval records, before it is pressed. */
function Outcome({ price, typed, isByBank }: { price: number; typed: number; isByBank: boolean }) {
  if (Number.isNaN(typed)) return null;
  const difference = Math.abs(price - typed);
  return (
    <p className="text-ink-soft text-sm">
      O acesso do aluno é liberado na hora, e o recebido conta {formatMoney(typed)}
      {isByBank ? '.' : ', por comprovante.'}{' '}
      {difference > 0 &&
        `A diferença de ${formatMoney(difference)} vira um caso “${typed < price ? 'a menos' : 'a mais'}”.`}
    </p>
  );
}

function Warning({ payment, warning }: { payment: AdminPayment; warning: ApprovalWarning }) {
  if (warning === 'contradiction') return <Contradictions payment={payment} />;
  if (warning === 'no-proof') {
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
    <>
      <Notice tone="bad">
        O mesmo arquivo foi enviado em {codes.length === 1 ? 'outro pagamento' : 'outros pagamentos'}:{' '}
        {codes.map((code) => (
          <PaymentCode key={code} code={code} className="mr-2 font-strong" />
        ))}
      </Notice>
      <Contradictions payment={payment} />
    </>
  );
}
