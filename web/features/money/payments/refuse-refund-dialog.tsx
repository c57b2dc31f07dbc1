import { REJECTION_REASON_MAX } from '#contract/limits.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import { refuseRefund } from '#contract/money/payments-office.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { BankNow } from './bank-now.tsx';
import { nameOf, useRefuseRefund } from './queue.queries.ts';

type RefuseRefundDialogProps = { payment: AdminPayment | null; onClose: () => void };

/** For a request that was made by mistake, or is none. Within the guarantee the law is on the student's side. */
export function RefuseRefundDialog({ payment, onClose }: RefuseRefundDialogProps) {
  return payment && <OpenDialog key={payment.paymentCode} payment={payment} onClose={onClose} />;
}

function OpenDialog({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  const refuse = useRefuseRefund();
  const form = useForm({
    initial: { reason: '' },
    schema: refuseRefund.body,
    bodyOf: ({ reason }) => ({ paymentCode: payment.paymentCode, reason }),
    onSubmit: (body) => {
      if (refuse.isPending) return;
      refuse.mutate(body, { onSuccess: onClose, onError: (error) => void form.refused(error) });
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !refuse.isPending && onClose()}
      onInteractOutside={(event) => form.values.reason.trim() && event.preventDefault()}
      title="Recusar pedido de reembolso"
      description={`${nameOf(payment)}, ${formatMoney(payment.amount)}`}
      size="sm"
      footer={
        <FormActions
          form={form.id}
          label="Recusar pedido"
          busy={refuse.isPending}
          busyLabel="Recusando..."
          tone="bad"
          onCancel={onClose}
        />
      }
    >
      <form {...form.props} className="grid gap-5">
        <Notice tone="sun" title="Pedido feito dentro do prazo">
          Nos sete dias, desistir é direito do aluno (art. 49 do Código de Defesa do Consumidor). Recuse só o que foi
          pedido por engano ou combinado de outro jeito.
        </Notice>
        <BankNow payment={payment} />
        <Field label="Motivo *" help="O aluno lê este texto no e-mail e em Minha compra." error={form.errors.reason}>
          <Textarea rows={3} maxLength={REJECTION_REASON_MAX} {...form.field('reason')} />
        </Field>
      </form>
    </Dialog>
  );
}
