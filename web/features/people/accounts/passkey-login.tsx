import { Fingerprint } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { User } from '#contract/platform/users.ts';
import { deviceRefusal, enterByPasskey, stopWaitingForDevice } from '#web/features/people/passkeys/passkeys.ts';
import { isFinal } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

/** Renewed before the server's challenge expires, after five minutes. */
const RENEW_MS = 4 * 60_000;

type PasskeyLoginProps = { onEnter: (user: User) => void; onRefuse: (error: unknown) => void };

/** Logging in by a device: by the button, or from the list that browsers show under the username. */
export function PasskeyLogin({ onEnter, onRefuse }: PasskeyLoginProps) {
  const [busy, setBusy] = useState(false);
  const asked = useRef(false);
  const entered = useEffectEvent(onEnter);
  const refused = useEffectEvent(onRefuse);

  const offer = useCallback(async () => {
    if (asked.current || document.hidden) return;
    try {
      entered(await enterByPasskey('offered'));
    } catch (error) {
      // Reports only a key that was chosen and refused. The other errors (renewed, not supported by the browser,
      // no network) are ignored: the button and the password remain.
      if (isFinal(error)) refused(error);
    }
  }, []);

  useEffect(() => {
    void offer();
    const timer = setInterval(offer, RENEW_MS);
    return () => {
      clearInterval(timer);
      stopWaitingForDevice().catch(() => {
        // The chunk was never loaded, so no request is pending.
      });
    };
  }, [offer]);

  const ask = async () => {
    asked.current = true;
    setBusy(true);
    try {
      onEnter(await enterByPasskey('asked'));
    } catch (error) {
      const refusal = deviceRefusal(error);
      if (refusal) {
        toast({
          title: 'Você ainda não entrou',
          description: `${refusal} Tente de novo ou entre com a senha.`,
          tone: 'bad',
        });
      } else onRefuse(error);
    } finally {
      asked.current = false;
      setBusy(false);
      void offer();
    }
  };

  return (
    <Button size="lg" busy={busy} busyLabel="Aguardando o aparelho..." className="w-full" onClick={ask}>
      <Fingerprint />
      Entrar com a digital ou o rosto
    </Button>
  );
}
