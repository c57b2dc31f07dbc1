import { useEffect, useEffectEvent } from 'react';
import type { User } from '#contract/platform/users.ts';
import { goToGoogle, takeGoogleResult } from '#web/features/people/google/google.ts';
import { GoogleLogo } from '#web/features/people/google/google-logo.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useBeginGoogleLogin, useFinishGoogleLogin } from './google-login.queries.ts';

type GoogleLoginProps = { onEnter: (user: User) => void; onRefuse: (error: unknown) => void };

/** Redirects to Google. On return the user is logged in or refused, as after a password. */
export default function GoogleLogin({ onEnter, onRefuse }: GoogleLoginProps) {
  const begin = useBeginGoogleLogin();
  const finish = useFinishGoogleLogin();

  const cameBack = useEffectEvent(() => {
    const result = takeGoogleResult();
    if (result === 'done') finish.mutate(undefined, { onSuccess: onEnter, onError: onRefuse });
    if (result === 'cancelled') {
      toast({ title: 'Você ainda não entrou', description: 'A entrada com o Google foi cancelada.', tone: 'info' });
    }
    if (result === 'failed') {
      toast({
        title: 'Erro no login',
        description: 'O Google não confirmou a entrada. Tente de novo ou entre com a senha.',
        tone: 'bad',
      });
    }
  });
  useEffect(() => cameBack(), []);

  return (
    <Button
      variant="line"
      size="lg"
      className="w-full"
      busy={begin.isPending || finish.isPending}
      busyLabel={finish.isPending ? 'Entrando...' : 'Abrindo o Google...'}
      onClick={() => begin.mutate(undefined, { onSuccess: ({ url }) => goToGoogle(url), onError: onRefuse })}
    >
      <GoogleLogo />
      Continuar com o Google
    </Button>
  );
}
