import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { PASSWORD_MIN } from '../../../contract/limits.ts';
import { textOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { usePointOut } from '../../ui/use-point-out.ts';
import { resetLinkQuery, useResetPassword } from './accounts.queries.ts';
import { AuthLayout } from './auth-layout.tsx';

/** The token stands in the fragment, which no server and no referrer ever sees. */
const tokenOf = () => new URLSearchParams(location.hash.slice(1)).get('t') ?? '';

export default function ResetPasswordScreen() {
  const [token] = useState(tokenOf);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<{ password?: string; confirmation?: string }>({});
  // Where it cannot be asked, the form is shown: using the link says the same.
  const link = useQuery(resetLinkQuery(token));
  const reset = useResetPassword();
  const { area, pointOut } = usePointOut();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const short = password.trim().length < PASSWORD_MIN;
    const different = password.trim() !== confirmation.trim();
    setErrors({
      ...(short ? { password: `A senha deve ter pelo menos ${PASSWORD_MIN} caracteres.` } : {}),
      ...(different ? { confirmation: 'As senhas digitadas devem ser iguais.' } : {}),
    });
    if (short || different) pointOut();
    else reset.mutate({ token, password: password.trim() });
  };

  if (reset.isSuccess) {
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
        <SkeletonGroup className="grid gap-5">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </SkeletonGroup>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Nova senha">
      {(reset.isError || !token) && (
        <Notice tone="bad" role="alert" className="mb-5">
          {reset.isError ? textOf(reset.error) : 'Este link está incompleto. Abra de novo o link do e-mail.'}{' '}
          <Link href={paths.forgotPassword} className="link">
            Pedir outro link
          </Link>
        </Notice>
      )}
      <form ref={area} noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Nova senha" help={`Pelo menos ${PASSWORD_MIN} caracteres.`} error={errors.password}>
          <PasswordInput
            autoComplete="new-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Field label="Confirmar nova senha" error={errors.confirmation}>
          <PasswordInput
            autoComplete="new-password"
            required
            value={confirmation}
            onChange={(event) => setConfirmation(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          size="lg"
          disabled={!token}
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
