import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { resetPassword } from '#contract/people/recovery.ts';
import { fieldsOf, isRefused, textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { resetLinkQuery, useResetPassword } from './accounts.queries.ts';
import { AuthLayout } from './auth-layout.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** The token is in the fragment, which is sent to no server and in no referrer. */
const tokenOf = () => new URLSearchParams(location.hash.slice(1)).get('t') ?? '';

export default function ResetPasswordScreen() {
  const [token] = useState(tokenOf);
  // If the check fails, the form is shown: submitting it gives the same answer.
  const link = useQuery(resetLinkQuery(token));
  const reset = useResetPassword(token);
  const form = useForm({
    initial: { password: '', confirmation: '' },
    schema: resetPassword.body,
    bodyOf: ({ password }) => ({ token, password }),
    adjust: (errors, { password, confirmation }) =>
      password.trim() === confirmation.trim()
        ? errors
        : { ...errors, confirmation: 'As senhas digitadas devem ser iguais.' },
    onSubmit: (body) => reset.mutate(body, { onError: form.refused }),
  });

  const isWhole = resetPassword.body.shape.token.safeParse(token).success;
  const isDead = isRefused<typeof resetPassword>(reset.error, 'link_expired');
  const isCommon = isRefused<typeof resetPassword>(reset.error, 'common_password');
  // Field errors are shown at the field.
  const isUnsaid = reset.isError && !fieldsOf(reset.error).password;

  if (reset.done) {
    return (
      <AuthLayout title="Senha trocada">
        <Notice tone="ok" role="status">
          Sua nova senha já vale, e os outros aparelhos foram desconectados.
        </Notice>
        <ButtonLink href={paths.login} size="lg" className="mt-5 w-full">
          Entrar
        </ButtonLink>
      </AuthLayout>
    );
  }
  if (link.data?.usable === false) {
    return (
      <AuthLayout title="Nova senha">
        <Notice tone="bad" role="alert" title="Este link não funciona mais">
          Ele já foi usado ou venceu: cada link funciona uma vez, por uma hora.
        </Notice>
        <ButtonLink href={paths.forgotPassword} size="lg" className="mt-5 w-full">
          Pedir outro link
        </ButtonLink>
      </AuthLayout>
    );
  }
  if (link.isLoading) {
    return (
      <AuthLayout title="Nova senha">
        <SkeletonGroup className="grid gap-5" blocks={['h-20', 'h-20']} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Nova senha">
      {(isUnsaid || !isWhole) && (
        <Notice tone="bad" role="alert" className="mb-5" title={isCommon && 'Senha muito comum'}>
          {isUnsaid ? textOf(reset.error) : 'Este link está incompleto. Abra de novo o link do e-mail.'}{' '}
          {(isDead || !isWhole) && (
            <Link href={paths.forgotPassword} className="link">
              Pedir outro link
            </Link>
          )}
        </Notice>
      )}
      <form {...form.props} className="grid gap-5">
        <NewPasswordField label="Nova senha" error={form.errors.password} required {...form.field('password')} />
        <Field label="Confirmar nova senha" error={form.errors.confirmation}>
          <PasswordInput autoComplete="new-password" required {...form.field('confirmation')} />
        </Field>
        <Button
          type="submit"
          size="lg"
          disabled={!isWhole}
          busy={reset.isPending}
          busyLabel="Salvando..."
          className="w-full"
        >
          Salvar nova senha
        </Button>
      </form>
    </AuthLayout>
  );
}
