import { OFFICE_NOTE_MAX } from '#contract/limits.ts';
import { acceptChargeCase, type ChargeCase } from '#contract/money/charges.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { Input } from '#web/ui/input.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { BankNow } from '../bank-now.tsx';
import { caseWords } from './case-words.ts';
import { useAcceptCase } from './cases.queries.ts';

/** Asks for the reason before a difference is accepted. */
export function AcceptDialog({ found, onClose }: { found: ChargeCase; onClose: () => void }) {
  const accept = useAcceptCase();
  const form = useForm({
    initial: { reason: '' },
    schema: acceptChargeCase.body,
    onSubmit: ({ reason }) => accept.mutate({ id: found.id, reason }, { onSuccess: onClose }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !accept.isPending && onClose()}
      title="Aceitar assim?"
      description={`${caseWords[found.kind].title}: ${found.order?.name ?? 'Aluno removido'}`}
      size="sm"
      footer={
        <FormActions
          form={form.id}
          label="Aceitar assim"
          busy={accept.isPending}
          busyLabel="Aceitando..."
          onCancel={onClose}
        />
      }
    >
      <form {...form.props} className="grid gap-4">
        {found.order && <BankNow payment={found.order} />}
        <Field
          label="Motivo *"
          help="Fica na auditoria. O caso volta se os valores mudarem."
          error={form.errors.reason}
        >
          <Input maxLength={OFFICE_NOTE_MAX} autoComplete="off" {...form.field('reason')} />
        </Field>
      </form>
    </Dialog>
  );
}
