import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { PASSWORD_MIN } from '#contract/limits.ts';
import { resetPassword } from '#contract/people/recovery.ts';
import { fieldsOf, isRefused, textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { resetLinkQuery, useResetPassword } from './accounts.queries.ts';
import { AuthLayout } from './auth-layout.tsx';

const PasswordHint = lazyChunk(() => import('./password-hint.tsx'));

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
        <Link href={paths.login} className={buttonClass({ size: 'lg', className: 'mt-5 w-full' })}>
          Entrar
        </Link>
      </AuthLayout>
    );
  }
  if (link.data?.usable === false) {
    return (
      <AuthLayout title="Nova senha">
        <Notice tone="bad" role="alert" title="Este link não funciona mais">
          Ele já foi usado ou venceu: cada link funciona uma vez, por uma hora.
        </Notice>
        <Link href={paths.forgotPassword} className={buttonClass({ size: 'lg', className: 'mt-5 w-full' })}>
          Pedir outro link
        </Link>
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
        <div className="grid gap-2">
          <Field label="Nova senha" help={`Pelo menos ${PASSWORD_MIN} caracteres.`} error={form.errors.password}>
            <PasswordInput autoComplete="new-password" required {...form.field('password')} />
          </Field>
          <Suspense>
            {form.values.password.length >= PASSWORD_MIN && <PasswordHint password={form.values.password} />}
          </Suspense>
        </div>
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
