import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { beginSetUp, confirmSetUp } from '#contract/people/second-factor.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { AuthenticatorSetUp } from './authenticator-set-up.tsx';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { refresh, useBeginSetUp, useConfirmSetUp } from './second-factor.queries.ts';

export type Begun = ResponseOf<typeof beginSetUp>;

/** Enables an authenticator app, or (without a started setup) replaces the current one. */
export function SetUpDialog({ begun: first, onClose: leave }: { begun: Begun | null; onClose: () => void }) {
  const [begun, setBegun] = useState(first);
  const begin = useBeginSetUp();
  const confirm = useConfirmSetUp();
  const onClose = () => {
    leave();
    void refresh();
  };
  const tell = (refused: (error: unknown) => boolean) => (error: unknown) => {
    if (refused(error)) return;
    toast({ title: 'Não foi possível ligar', description: textOf(error), tone: 'bad' });
    if (isRefused<typeof confirmSetUp>(error, 'ticket_expired', 'state_conflict')) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={first ? 'Ligar o segundo fator' : 'Trocar de aplicativo'}
      // The codes are shown once: a click beside the dialog must not take them away.
      onInteractOutside={(event) => event.preventDefault()}
    >
      {confirm.data ? (
        <RecoveryCodes
          codes={confirm.data.recoveryCodes}
          doneLabel="Guardei os códigos"
          onDone={() => {
            toast({ title: 'Segundo fator ligado' });
            onClose();
          }}
        />
      ) : begun ? (
        <AuthenticatorSetUp
          secret={begun.secret}
          uri={begun.uri}
          submitLabel="Ligar"
          busy={confirm.isPending}
          onSubmit={(code, refused) => confirm.mutate({ ticket: begun.ticket, code }, { onError: tell(refused) })}
        />
      ) : (
        <CodeForm
          text="Para trocar, confirme primeiro com um código do aplicativo atual. Sem o celular, use um código de recuperação."
          submitLabel="Continuar"
          busy={begin.isPending}
          onSubmit={(code, refused) => begin.mutate({ code }, { onSuccess: setBegun, onError: tell(refused) })}
        />
      )}
    </Dialog>
  );
}
