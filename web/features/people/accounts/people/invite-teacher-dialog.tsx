import { inviteTeacher } from '#contract/people/people.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { Input } from '#web/ui/input.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { useInviteTeacher } from './people.queries.ts';

type InviteTeacherDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export default function InviteTeacherDialog({ open, onOpenChange }: InviteTeacherDialogProps) {
  const invite = useInviteTeacher();
  const form = useForm({
    initial: { firstName: '', lastName: '', email: '' },
    schema: inviteTeacher.body,
    onSubmit: (body) =>
      invite.mutate(body, {
        onSuccess: () => {
          form.reset();
          onOpenChange(false);
        },
        onError: form.refused,
      }),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Convidar professor"
      description="A conta já nasce aprovada. A pessoa recebe um e-mail para escolher a senha."
      footer={
        <FormActions
          form={form.id}
          label="Enviar convite"
          busy={invite.isPending}
          busyLabel="Enviando..."
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      <form {...form.props} className="grid gap-4 md:grid-cols-2">
        <Field label="Nome" error={form.errors.firstName}>
          <Input autoComplete="off" {...form.field('firstName')} />
        </Field>
        <Field label="Sobrenome" error={form.errors.lastName}>
          <Input autoComplete="off" {...form.field('lastName')} />
        </Field>
        <Field label="E-mail" error={form.errors.email} className="md:col-span-2">
          <Input type="email" autoComplete="off" autoCapitalize="none" {...form.field('email')} />
        </Field>
      </form>
    </Dialog>
  );
}
