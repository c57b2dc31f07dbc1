import { turnOffSecondFactor } from '#contract/people/second-factor.ts';
import { useHasPassword } from '#web/features/people/passkeys/own-passkeys.ts';
import { textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { CodeField } from './code-field.tsx';
import { useTurnOff } from './second-factor.queries.ts';

export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const off = useTurnOff();
  const hasPassword = useHasPassword();
  const form = useForm({
    initial: { currentPassword: '', code: '' },
    schema: turnOffSecondFactor.body,
    // Without a password the call asks for a fresh proof, by a key or a code.
    bodyOf: (values) => (hasPassword ? values : {}),
    onSubmit: (body) =>
      off.mutate(body, {
        onSuccess: () => {
          toast({ title: 'Segundo fator desligado' });
          onClose();
        },
        onError: (error) =>
          form.refused(error) || toast({ title: 'Não foi possível desligar', description: textOf(error), tone: 'bad' }),
      }),
  });
  return (
    <Dialog open onOpenChange={onClose} title="Desligar o segundo fator">
      <form {...form.props} className="grid gap-5">
        <p>
          {hasPassword ? 'Para entrar, bastará a senha.' : 'Para entrar, bastará a chave de acesso.'} Os códigos de
          recuperação deixam de valer.
        </p>
        {hasPassword && (
          <>
            <Field label="Senha" error={form.errors.currentPassword}>
              <PasswordInput autoComplete="current-password" {...form.field('currentPassword')} />
            </Field>
            <CodeField
              {...form.field('code')}
              error={form.errors.code}
              help="Os 6 dígitos do aplicativo autenticador, ou um código de recuperação."
            />
          </>
        )}
        <Button type="submit" variant="bad" busy={off.isPending} busyLabel="Desligando...">
          Desligar segundo fator
        </Button>
      </form>
    </Dialog>
  );
}
