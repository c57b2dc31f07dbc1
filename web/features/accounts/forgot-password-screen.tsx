import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { emailPattern } from '../../../contract/accounts.ts';
import { textOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { usePointOut } from '../../ui/use-point-out.ts';
import { useForgotPassword } from './accounts.queries.ts';
import { AuthLayout } from './auth-layout.tsx';

export default function ForgotPasswordScreen() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const request = useForgotPassword();
  const { area, pointOut } = usePointOut();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const invalid = !emailPattern.test(email.trim());
    setError(invalid ? 'Informe o e-mail do seu cadastro.' : undefined);
    if (invalid) return pointOut();
    request.mutate(email.trim(), {
      onError: (failure) => toast({ title: 'Não foi possível enviar', description: textOf(failure), tone: 'bad' }),
    });
  };

  return (
    <AuthLayout title="Esqueci minha senha" subtitle="Enviamos um link para você criar uma nova.">
      {request.isSuccess ? (
        <Notice tone="ok" role="status" title="Confira seu e-mail">
          Se houver uma conta com {request.variables}, o link chega em alguns minutos. Ele funciona uma vez, por uma
          hora.
        </Notice>
      ) : (
        <form ref={area} noValidate onSubmit={submit} className="grid gap-5">
          <Field label="E-mail" error={error}>
            <Input
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <Button type="submit" size="lg" busy={request.isPending} busyLabel="Enviando..." className="w-full">
            Enviar link
          </Button>
        </form>
      )}
      <p className="mt-4">
        <Link href={paths.login} className="link inline-flex min-h-11 items-center">
          Voltar para o login
        </Link>
      </p>
    </AuthLayout>
  );
}
