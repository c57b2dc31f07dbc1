import { useState } from 'react';
import { Link } from 'wouter';
import { textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useDisownChange } from './accounts.queries.ts';
import { AuthLayout } from './auth-layout.tsx';

/** The token is in the fragment, which is sent to no server and in no referrer. */
const tokenOf = () => new URLSearchParams(location.hash.slice(1)).get('t') ?? '';

/** Opening the link has no effect yet: mail scanners open links as well. */
export default function NotMeScreen() {
  const [token] = useState(tokenOf);
  const disown = useDisownChange(token);

  if (disown.done) {
    return (
      <AuthLayout title="Sua conta está protegida">
        <Notice tone="ok" role="status">
          Todos os aparelhos foram desconectados e a senha anterior deixou de valer.
          {disown.done.emailRestored && ' O e-mail anterior da conta voltou a valer.'} Falta criar a nova senha:
          enviamos o link para o e-mail da conta, e ele funciona por uma hora.
        </Notice>
        {/* A new document, because the session of this browser has ended. */}
        <a href={paths.login} className={buttonClass({ size: 'lg', className: 'mt-5 w-full' })}>
          Ir para a entrada
        </a>
        <p className="mt-4">
          <a href={paths.forgotPassword} className="link inline-flex min-h-11 items-center">
            O e-mail não chegou
          </a>
        </p>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Não foi você?" subtitle="Proteja sua conta em um passo.">
      {(disown.isError || !token) && (
        <Notice tone="bad" role="alert" className="mb-5">
          {disown.isError ? textOf(disown.error) : 'Este link está incompleto. Abra de novo o link do e-mail.'}{' '}
          <Link href={paths.forgotPassword} className="link">
            Criar nova senha
          </Link>
        </Notice>
      )}
      <p>Ao confirmar:</p>
      <ul className="mt-2 mb-5 grid list-disc gap-1 pl-5">
        <li>todos os aparelhos são desconectados;</li>
        <li>a senha atual deixa de valer, e o e-mail da conta recebe o link para criar outra;</li>
        <li>um e-mail trocado volta ao anterior, e um pedido de exclusão da conta é cancelado.</li>
      </ul>
      <Button
        size="lg"
        disabled={!token}
        busy={disown.isPending}
        busyLabel="Protegendo..."
        className="w-full"
        onClick={() => disown.mutate({ token })}
      >
        Não fui eu: proteger minha conta
      </Button>
      <p className="mt-4">
        <Link href={paths.home} className="link inline-flex min-h-11 items-center">
          Fui eu, está tudo certo
        </Link>
      </p>
    </AuthLayout>
  );
}
