import { useRef } from 'react';
import { REJECTION_REASON_MAX } from '#contract/limits.ts';
import { type AdminPayment, rejectPayment } from '#contract/money/payments.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { BankNow } from './bank-now.tsx';
import { PaymentCode } from './payment-code.tsx';
import { nameOf, useReject } from './queue.queries.ts';
import { presetReasons, withPreset } from './rejection-reasons.ts';

type RejectDialogProps = {
  payment: AdminPayment | null;
  onClose: () => void;
  onRejected: (payment: AdminPayment) => void;
};

export function RejectDialog({ payment, onClose, onRejected }: RejectDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const reject = useReject();
  // Known at once: `isPending` is a moment late for a key that is pressed twice.
  const sent = useRef(false);
  const form = useForm({
    initial: { reason: '' },
    schema: rejectPayment.body,
    bodyOf: ({ reason }) => ({ paymentCode: payment?.paymentCode, reason }),
    onSubmit: (body) => {
      if (!payment || sent.current) return;
      sent.current = true;
      reject.mutate(body, {
        onSuccess: () => {
          form.reset();
          onRejected(payment);
        },
        onSettled: () => {
          sent.current = false;
        },
      });
    },
  });
  const { reason } = form.values;
  const close = () => {
    form.reset();
    onClose();
  };
  return (
    <Dialog
      open={payment !== null}
      onOpenChange={(open) => !open && !reject.isPending && close()}
      // A press outside must not discard what was typed.
      onInteractOutside={(event) => reason.trim() && event.preventDefault()}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        field.current?.focus();
      }}
      title="Recusar Pagamento"
      description="O aluno recebe o motivo por e-mail e pode enviar outro comprovante."
      footer={
        <>
          <Button variant="line" onClick={close} disabled={reject.isPending}>
            Cancelar
          </Button>
          <Button
            variant="bad"
            type="submit"
            form={form.id}
            disabled={!reason.trim()}
            busy={reject.isPending}
            busyLabel="Recusando..."
          >
            Confirmar Recusa
          </Button>
        </>
      }
    >
      {payment && (
        <form {...form.props} className="grid gap-5">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm [&_dt]:text-ink-soft">
            <dt>Código</dt>
            <dd>
              <PaymentCode code={payment.paymentCode} className="font-strong" />
            </dd>
            <dt>Aluno</dt>
            <dd>{nameOf(payment)}</dd>
            <dt>Valor</dt>
            <dd>{formatMoney(payment.amount)}</dd>
          </dl>
          <BankNow payment={payment} />
          <fieldset className="grid gap-2">
            <legend className="text-ink-soft text-sm">Motivos frequentes</legend>
            <div className="mt-2 flex flex-wrap gap-2">
              {presetReasons.map(({ label, text }) => (
                <Button
                  key={label}
                  variant="line"
                  size="sm"
                  onClick={() => {
                    form.set({ reason: withPreset(reason, text).slice(0, REJECTION_REASON_MAX) });
                    field.current?.focus();
                  }}
                >
                  {label}
                </Button>
              ))}
            </div>
          </fieldset>
          <Field
            label="Motivo da recusa *"
            help="Diga o que faltou e o que o aluno deve fazer."
            error={form.errors.reason}
          >
            <Textarea
              ref={field}
              required
              rows={4}
              maxLength={REJECTION_REASON_MAX}
              {...form.field('reason')}
              placeholder="Ex.: comprovante ilegível, valor errado"
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                form.submit();
              }}
            />
          </Field>
        </form>
      )}
    </Dialog>
  );
}
