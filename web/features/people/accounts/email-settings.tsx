import { useEffect } from 'react';
import { requestEmailChange } from '#contract/people/profile.ts';
import { useHasPassword } from '#web/features/people/passkeys/own-passkeys.ts';
import { textOf } from '#web/lib/api.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { EmailConfirmation } from './email-confirmation.tsx';
import { emailToken } from './email-token.ts';
import { FoldedForm } from './folded-form.tsx';
import { useConfirmEmailChange, useRequestEmailChange } from './profile.queries.ts';

export function EmailSettings() {
  const user = useUser();
  const request = useRequestEmailChange();
  const hasPassword = useHasPassword();
  const form = useForm({
    initial: { email: '', currentPassword: '' },
    schema: requestEmailChange.body,
    bodyOf: ({ email, currentPassword }) => (hasPassword ? { email, currentPassword } : { email }),
    onSubmit: (body) =>
      request.mutate(body, {
        onSuccess: () => form.set({ currentPassword: '' }),
        onError: (error) =>
          form.refused(error) ||
          toast({ title: 'Não foi possível trocar o e-mail', description: textOf(error), tone: 'bad' }),
      }),
  });
  // After a confirmation the pending request is cleared.
  useConfirmationLink(request.reset);

  return (
    <FoldedForm
      label="E-mail"
      value={user.email}
      name="email"
      notices={
        <>
          <EmailConfirmation />
          {request.isSuccess && (
            <Notice tone="ok" role="status" className="mb-5" title="Confirme no novo e-mail">
              Enviamos um link para {request.variables.email}. O endereço atual vale até você abrir o link.
            </Notice>
          )}
        </>
      }
    >
      <form {...form.props} className="grid gap-5">
        <Field label="Novo e-mail" error={form.errors.email}>
          <Input type="email" autoComplete="email" autoCapitalize="none" {...form.field('email')} />
        </Field>
        {hasPassword && (
          <Field label="Senha atual" error={form.errors.currentPassword}>
            <PasswordInput autoComplete="current-password" {...form.field('currentPassword')} />
          </Field>
        )}
        <Button
          type="submit"
          variant="line"
          busy={request.isPending}
          busyLabel="Enviando..."
          className="md:justify-self-start"
        >
          Trocar e-mail
        </Button>
      </form>
    </FoldedForm>
  );
}

/**
 * Arriving by the link of the confirmation mail (`/settings#email=…`) confirms the new address, once: in a new page, and
 * in one that is already here, where only the fragment changes.
 */
function useConfirmationLink(onConfirmed: () => void): void {
  const { mutate } = useConfirmEmailChange();
  useEffect(() => {
    const confirm = () => {
      const token = emailToken();
      if (!token) return;
      // Removed from the address first, so that it is used only once.
      history.replaceState(history.state, '', location.pathname);
      mutate(token, {
        onSuccess: () => {
          onConfirmed();
          toast({ title: 'E-mail confirmado' });
        },
        onError: (error) => toast({ title: 'Não foi possível confirmar', description: textOf(error), tone: 'bad' }),
      });
    };
    confirm();
    addEventListener('hashchange', confirm);
    return () => removeEventListener('hashchange', confirm);
  }, [mutate, onConfirmed]);
}
