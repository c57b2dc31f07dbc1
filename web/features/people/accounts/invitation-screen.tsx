import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { acceptInvitation } from '#contract/people/invitations.ts';
import { fieldsOf, isRefused, textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { invitationQuery, useAcceptInvitation, useRenewInvitation } from './accounts.queries.ts';
import { AuthLayout } from './auth-layout.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** The token is in the fragment, which no server and no referrer sees. */
const tokenOf = () => new URLSearchParams(location.hash.slice(1)).get('t') ?? '';

/** A person whom the school has enrolled or invited chooses a password, and a username if they want one. */
export default function InvitationScreen() {
  const [token] = useState(tokenOf);
  const link = useQuery(invitationQuery(token));
  const accept = useAcceptInvitation(token);
  const form = useForm({
    initial: { username: '', password: '', confirmation: '' },
    schema: acceptInvitation.body,
    bodyOf: ({ username, password }) => ({ token, password, ...(username.trim() ? { username } : {}) }),
    adjust: (errors, { password, confirmation }) =>
      password.trim() === confirmation.trim()
        ? errors
        : { ...errors, confirmation: 'As senhas digitadas devem ser iguais.' },
    onSubmit: (body) => accept.mutate(body, { onError: form.refused }),
  });
  const isWhole = acceptInvitation.body.shape.token.safeParse(token).success;
  const isCommon = isRefused<typeof acceptInvitation>(accept.error, 'common_password');
  const isUnsaid = accept.isError && Object.keys(fieldsOf(accept.error)).length === 0;

  if (accept.done) {
    return (
      <AuthLayout title="Tudo pronto">
        <Notice tone="ok" role="status">
          Sua senha já vale. Entre com seu e-mail ou com o nome de usuário que você escolheu.
        </Notice>
        <ButtonLink href={paths.login} size="lg" className="mt-5 w-full">
          Entrar
        </ButtonLink>
      </AuthLayout>
    );
  }
  if (link.data?.state === 'expired') return <ExpiredInvitation token={token} />;
  if (link.data?.state === 'used') {
    return (
      <AuthLayout title="Escolher senha">
        <Notice tone="info" role="status" title="Este link já foi usado">
          Se você já escolheu sua senha, entre. Se a esqueceu, peça outra.
        </Notice>
        <ButtonLink href={paths.login} size="lg" className="mt-5 w-full">
          Entrar
        </ButtonLink>
        <Link href={paths.forgotPassword} className="link tappable mt-4">
          Esqueci minha senha
        </Link>
      </AuthLayout>
    );
  }
  if (link.isLoading) {
    return (
      <AuthLayout title="Escolher senha">
        <SkeletonGroup className="grid gap-5" blocks={['h-20', 'h-20']} />
      </AuthLayout>
    );
  }
  const { email = null, firstName = null } = link.data ?? {};
  return (
    <AuthLayout title={firstName ? `Olá, ${firstName}` : 'Escolher senha'}>
      {(isUnsaid || !isWhole) && (
        <Notice tone="bad" role="alert" className="mb-5" title={isCommon && 'Senha muito comum'}>
          {isUnsaid ? textOf(accept.error) : 'Este link está incompleto. Abra de novo o link do e-mail.'}
        </Notice>
      )}
      <form {...form.props} className="grid gap-5">
        <Field
          label="Nome de usuário"
          optional
          error={form.errors.username}
          help={email ? `Vazio: você entra com ${email}.` : 'Vazio: você entra com seu e-mail.'}
        >
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...form.field('username')} />
        </Field>
        <NewPasswordField label="Senha" error={form.errors.password} required {...form.field('password')} />
        <Field label="Confirmar senha" error={form.errors.confirmation}>
          <PasswordInput autoComplete="new-password" required {...form.field('confirmation')} />
        </Field>
        <Button
          type="submit"
          size="lg"
          disabled={!isWhole}
          busy={accept.isPending}
          busyLabel="Salvando..."
          className="w-full"
        >
          Salvar e continuar
        </Button>
      </form>
    </AuthLayout>
  );
}

/** A new link goes to the same mailbox, by one press. */
function ExpiredInvitation({ token }: { token: string }) {
  const renew = useRenewInvitation();
  return (
    <AuthLayout title="Escolher senha">
      {renew.isSuccess ? (
        <Notice tone="ok" role="status" title="Enviamos outro link">
          Ele chega ao mesmo e-mail e funciona por uma semana.
        </Notice>
      ) : (
        <>
          <Notice tone="sun" role="status" title="Este link venceu">
            Ele funciona por uma semana. Peça outro: ele chega ao mesmo e-mail.
          </Notice>
          {renew.isError && (
            <Notice tone="bad" role="alert" className="mt-4">
              {textOf(renew.error)}
            </Notice>
          )}
          <Button size="lg" className="mt-5 w-full" busy={renew.isPending} onClick={() => renew.mutate(token)}>
            Enviar outro link
          </Button>
        </>
      )}
    </AuthLayout>
  );
}
