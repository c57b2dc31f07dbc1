import { changePassword } from '#contract/people/profile.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { FoldedForm } from './folded-form.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useChangePassword } from './profile.queries.ts';

export function PasswordSettings() {
  const change = useChangePassword();
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    schema: changePassword.body,
    onSubmit: (body) =>
      change.mutate(body, {
        onSuccess: () => {
          form.reset();
          toast({ title: 'Senha trocada', description: 'Seus outros aparelhos foram desconectados.' });
        },
        onError: (error) =>
          form.refused(error) ||
          toast({
            title: isRefused<typeof changePassword>(error, 'common_password')
              ? 'Senha muito comum'
              : 'Não foi possível trocar a senha',
            description: textOf(error),
            tone: 'bad',
          }),
      }),
  });

  return (
    <FoldedForm label="Senha" value="Trocar a senha desconecta seus outros aparelhos." name="senha">
      <form {...form.props} className="grid gap-5">
        <Field label="Senha atual" error={form.errors.currentPassword}>
          <PasswordInput autoComplete="current-password" {...form.field('currentPassword')} />
        </Field>
        <NewPasswordField label="Nova senha" error={form.errors.newPassword} {...form.field('newPassword')} />
        <Button
          type="submit"
          variant="line"
          busy={change.isPending}
          busyLabel="Salvando..."
          className="md:justify-self-start"
        >
          Trocar senha
        </Button>
      </form>
    </FoldedForm>
  );
}
