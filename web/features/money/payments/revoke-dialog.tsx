import { REJECTION_REASON_MAX } from '#contract/limits.ts';
import { type AdminPayment, revokePayment } from '#contract/money/payments.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { BankNow } from './bank-now.tsx';
import { nameOf, useRevoke } from './queue.queries.ts';

type RevokeDialogProps = { payment: AdminPayment | null; onClose: () => void };

/** An approval that was a mistake, after the ten seconds in which it could simply be undone. */
export function RevokeDialog({ payment, onClose }: RevokeDialogProps) {
  return payment && <OpenDialog key={payment.paymentCode} payment={payment} onClose={onClose} />;
}

function OpenDialog({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  const revoke = useRevoke();
  const form = useForm({
    initial: { reason: '' },
    schema: revokePayment.body,
    bodyOf: ({ reason }) => ({ paymentCode: payment.paymentCode, reason }),
    onSubmit: (body) => {
      if (!form.values.reason.trim()) form.show({ reason: 'Informe o motivo.' });
      else if (!revoke.isPending) {
        revoke.mutate(body, { onSuccess: onClose, onError: (error) => void form.refused(error) });
      }
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !revoke.isPending && onClose()}
      onInteractOutside={(event) => form.values.reason.trim() && event.preventDefault()}
      title="Estornar aprovação"
      description={`${nameOf(payment)}, ${formatMoney(payment.amount)}`}
      size="sm"
      footer={
        <FormActions
          form={form.id}
          label="Estornar"
          busy={revoke.isPending}
          busyLabel="Estornando..."
          tone="bad"
          onCancel={onClose}
        />
      }
    >
      <form {...form.props} className="grid gap-5">
        <p>
          O pagamento volta para a análise, o acesso que ele abriu termina e o aluno recebe o motivo. Nenhum valor é
          devolvido: para isso, use o reembolso.
        </p>
        <BankNow payment={payment} />
        <Field label="Motivo *" error={form.errors.reason}>
          <Textarea rows={3} maxLength={REJECTION_REASON_MAX} {...form.field('reason')} />
        </Field>
      </form>
    </Dialog>
  );
}
