import { Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { login } from '#contract/people/accounts.ts';
import type { User } from '#contract/platform/users.ts';
import { takePathBeforeGoogle } from '#web/features/people/google/google.ts';
import { usePasskeysOffered } from '#web/features/people/passkeys/passkeys.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { readEndedSession } from '#web/lib/ended-session.ts';
import { useBrowserState } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { paymentKeys } from '#web/lib/payment-keys.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { school } from '#web/lib/school.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { HelpLinks } from '#web/ui/help-links.tsx';
import { Input } from '#web/ui/input.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { AuthLayout } from './auth-layout.tsx';
import { emailToken } from './email-token.ts';
import type { ExampleLoginsProps } from './example-logins.tsx';
import { useLogin } from './login.queries.ts';
import { OtherWaysIn } from './other-ways-in.tsx';
import type { SecondStepProps } from './second-step.tsx';

const SecondStep = lazyChunk<SecondStepProps>(() => import('./second-step.tsx'));
// Few people use these ways to log in.
const EndedNotice = lazyChunk(() => import('./ended-notice.tsx'));
const EmailLinkNotice = lazyChunk(() => import('./email-link-notice.tsx'));
const ExampleLogins = lazyChunk<ExampleLoginsProps>(() => import('./example-logins.tsx'));

const loadBody = async () => (await import('./login-body.ts')).loginBody;

const secondStepWords = {
  code: { title: 'Código de verificação', subtitle: 'Sua conta pede mais um passo para entrar.' },
  set_up: {
    title: 'Proteja sua conta',
    subtitle: 'Sua função na escola pede um segundo fator. Configure-o uma vez para entrar.',
  },
};

/** 'Erro no login' for everything else: a wrong password, too many tries, an outage. */
function titleOf(error: unknown): string {
  if (isRefused<typeof login>(error, 'payment_required')) {
    return error.body?.status === 'analyzing' ? 'Pagamento em Análise' : 'Pagamento pendente';
  }
  if (isRefused<typeof login>(error, 'awaiting_approval')) return 'Conta em análise';
  return isRefused<typeof login>(error, 'blocked') ? 'Conta bloqueada' : 'Erro no login';
}

/** Beside what the fields say themselves. */
function toastEmpty({ username, password }: { username: string; password: string }): void {
  if (username.trim() && password.trim()) return;
  toast({ title: 'Campos obrigatórios', description: 'Por favor, preencha usuário e senha.', tone: 'bad' });
}

/** Why a user with the right password is refused. It stays in view, with a link to support. */
type KeptOut = { title: string; text: string; reason?: string | undefined };

export default function LoginScreen() {
  const [kept, setKept] = useState<KeptOut | null>(null);
  const [next, setNext] = useState<Pick<SecondStepProps, 'ticket' | 'step'> | null>(null);
  const [, navigate] = useLocation();
  const [ended] = useBrowserState(readEndedSession, null);
  const [token] = useBrowserState(emailToken, '');
  const signIn = useLogin();
  const isPasskeyOffered = usePasskeysOffered();

  const enter = (user: User) => {
    paymentKeys.clear();
    toast({ title: 'Login realizado com sucesso!', description: `Bem-vindo, ${user.firstName || user.username}!` });
    // A deep link is opened again, also after the redirect to Google; from the login page the shell navigates.
    const before = takePathBeforeGoogle();
    if (before) navigate(before, { replace: true });
    queryClient.setQueryData(sessionQuery.queryKey, user);
  };

  const refuse = (error: unknown) => {
    if (isRefused<typeof login>(error, 'second_factor_required') && error.body?.ticket && error.body.step) {
      setNext({ ticket: error.body.ticket, step: error.body.step });
      return;
    }
    // A proof under review is no failure: the user need not do anything.
    const isWaiting = isRefused<typeof login>(error, 'payment_required') && error.body?.status === 'analyzing';
    toast({ title: titleOf(error), description: textOf(error), tone: isWaiting ? 'info' : 'bad' });
    if (isRefused<typeof login>(error, 'awaiting_approval', 'blocked')) {
      setKept({ title: titleOf(error), text: textOf(error), reason: error.body?.reason });
    }
    if (!isRefused<typeof login>(error, 'payment_required')) return;
    paymentKeys.write({ email: error.body?.email, code: error.body?.paymentCode });
    navigate(paths.paymentStatus);
  };

  const form = useForm({
    initial: { username: '', password: '' },
    schema: loadBody,
    onSubmit: (body, values) => {
      setKept(null);
      // If the form's schema failed to load, the server names the invalid fields.
      const told = (error: unknown) => (form.refused(error) ? toastEmpty(values) : refuse(error));
      signIn.mutate(body, { onSuccess: enter, onError: told });
    },
    onWrong: (_, values) => toastEmpty(values),
  });

  if (next) {
    return (
      <AuthLayout {...secondStepWords[next.step]}>
        <Suspense fallback={<PageSpinner />}>
          <SecondStep {...next} onEntered={enter} onRestart={() => setNext(null)} />
        </Suspense>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Entrar" subtitle="Entre para continuar seus estudos.">
      <Suspense>
        {ended && <EndedNotice {...ended} />}
        {token && <EmailLinkNotice token={token} />}
        {school.hasExampleLogins && <ExampleLogins onEnter={enter} onRefuse={refuse} />}
      </Suspense>
      {kept && (
        <Notice tone="sun" title={kept.title} className="mb-5">
          {kept.text}
          {kept.reason && <span className="mt-1 block">Motivo: {kept.reason}</span>}
          <HelpLinks about={{ username: form.values.username.trim() || undefined }} className="mt-1" />
        </Notice>
      )}
      <OtherWaysIn onEnter={enter} onRefuse={refuse} />
      <form {...form.props} className="grid gap-5">
        <Field label="Usuário" help="Ou o e-mail do seu cadastro." error={form.errors.username}>
          <Input
            name="username"
            required
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('username')}
          />
        </Field>
        <Field label="Senha" error={form.errors.password}>
          <PasswordInput name="password" required autoComplete="current-password" {...form.field('password')} />
        </Field>
        <Button
          type="submit"
          size="lg"
          variant={isPasskeyOffered ? 'line' : 'primary'}
          busy={signIn.isPending}
          busyLabel="Entrando..."
          className="w-full"
        >
          Entrar
        </Button>
      </form>
      <p className="mt-4">
        <Link href={paths.forgotPassword} className="link inline-flex min-h-11 items-center text-sm">
          Esqueci minha senha
        </Link>
      </p>
      <p className="mt-2 border-line border-t pt-4">
        Ainda não tem conta?{' '}
        <Link href={paths.register} className="link inline-flex min-h-11 items-center">
          Cadastre-se aqui
        </Link>
      </p>
    </AuthLayout>
  );
}
