import { useState } from 'react';
import { Link } from 'wouter';
import { resendConfirmation } from '#contract/people/registration.ts';
import { textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useConfirmEmail, useResendConfirmation } from './accounts.queries.ts';
import { AuthLayout } from './auth-layout.tsx';

/** The token is in the fragment, which is sent to no server and in no referrer. */
const tokenOf = () => new URLSearchParams(location.hash.slice(1)).get('t') ?? '';

/** Opening the link has no effect yet: mail scanners open links as well. */
export default function ConfirmEmailScreen() {
  const [token] = useState(tokenOf);
  const confirm = useConfirmEmail();

  if (confirm.isSuccess) {
    return (
      <AuthLayout title="E-mail confirmado">
        <Notice tone="ok" role="status">
          Obrigado! Por este e-mail você recupera a senha e recebe os avisos da sua conta.
        </Notice>
        <p className="mt-4">
          <Link href={paths.home} className="link inline-flex min-h-11 items-center">
            Continuar
          </Link>
        </p>
      </AuthLayout>
    );
  }
  if (confirm.isError || !token) {
    return (
      <AuthLayout title="Confirme seu e-mail">
        <Notice tone="bad" role="alert" className="mb-5">
          {confirm.isError ? textOf(confirm.error) : 'Este link está incompleto. Abra de novo o link do e-mail.'}
        </Notice>
        <AnotherLink />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Confirme seu e-mail" subtitle="Falta um toque para confirmar que este e-mail é seu.">
      <Button
        size="lg"
        busy={confirm.isPending}
        busyLabel="Confirmando..."
        className="w-full"
        onClick={() => confirm.mutate(token)}
      >
        Confirmar e-mail
      </Button>
      <p className="mt-4 text-ink-soft text-sm">Se não foi você que se cadastrou, feche esta página.</p>
    </AuthLayout>
  );
}

function AnotherLink() {
  const resend = useResendConfirmation();
  const form = useForm({
    initial: { email: '' },
    schema: resendConfirmation.body,
    onSubmit: ({ email }) =>
      resend.mutate(email, {
        onError: (error) =>
          form.refused(error) || toast({ title: 'Não foi possível enviar', description: textOf(error), tone: 'bad' }),
      }),
  });
  if (resend.isSuccess) {
    return (
      <Notice tone="ok" role="status">
        Se houver um cadastro por confirmar com {resend.variables}, o link chega em instantes.
      </Notice>
    );
  }
  return (
    <form {...form.props} className="grid gap-5">
      <Field label="E-mail do cadastro" error={form.errors.email}>
        <Input type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...form.field('email')} />
      </Field>
      <Button type="submit" size="lg" busy={resend.isPending} busyLabel="Enviando..." className="w-full">
        Enviar outro link
      </Button>
    </form>
  );
}
