import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { beginGoogleLink } from '#contract/people/google.ts';
import { goToGoogle, takeGoogleResult, takePathBeforeGoogle } from '#web/features/people/google/google.ts';
import { GoogleLogo } from '#web/features/people/google/google-logo.tsx';
import { isRefused, textOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { googleLinkQuery, useBeginGoogleLink, useFinishGoogleLink, useRemoveGoogleLink } from './google.queries.ts';
import { SecurityRow } from './security-row.tsx';

const notLinked = (description: string) => toast({ title: 'O Google não foi conectado', description, tone: 'bad' });

/** Rendered if the school offers it, or if an account was linked while it did. */
export function GoogleRow() {
  const link = useQuery(googleLinkQuery);
  const begin = useBeginGoogleLink();
  const finish = useFinishGoogleLink();
  const [removing, setRemoving] = useState(false);

  const cameBack = useEffectEvent(() => {
    const result = takeGoogleResult();
    if (!result) return;
    takePathBeforeGoogle();
    if (result === 'cancelled') notLinked('O pedido foi cancelado no Google.');
    if (result === 'failed') notLinked('O Google não confirmou a conta. Tente de novo.');
    if (result !== 'done') return;
    finish.mutate(undefined, {
      onSuccess: () => toast({ title: 'Google conectado', description: 'Na próxima vez, você pode entrar com ele.' }),
      onError: (error) => notLinked(textOf(error)),
    });
  });
  useEffect(() => cameBack(), []);

  if (!link.data || (!link.data.offered && !link.data.linked)) return null;
  const { linked } = link.data;
  const connect = () =>
    begin.mutate(undefined, {
      onSuccess: ({ url }) => goToGoogle(url),
      onError: (error) => {
        if (!isRefused<typeof beginGoogleLink>(error, 'fresh_proof_required')) notLinked(textOf(error));
      },
    });
  return (
    <SecurityRow
      icon={<GoogleLogo />}
      title="Google"
      text={
        linked
          ? `${linked.email ?? 'Conectado'}, desde ${formatDate(linked.linkedAt)}`
          : 'Entre com a sua conta do Google, sem digitar a senha daqui.'
      }
    >
      {linked ? (
        <Button variant="line" size="sm" onClick={() => setRemoving(true)}>
          Desconectar
        </Button>
      ) : (
        <Button
          variant="line"
          size="sm"
          busy={begin.isPending || finish.isPending}
          busyLabel="Conectando..."
          onClick={connect}
        >
          Conectar
        </Button>
      )}
      {removing && <RemoveDialog onClose={() => setRemoving(false)} />}
    </SecurityRow>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveGoogleLink();
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Desconectar o Google?"
      text="Ele deixa de abrir sua conta. As outras formas de entrar continuam valendo."
      confirmLabel="Desconectar"
      busy={remove.isPending}
      busyLabel="Desconectando..."
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast({ title: 'Google desconectado' });
            onClose();
          },
        })
      }
    >
      {remove.isError && (
        <Notice tone="bad" role="alert" title="O Google continua conectado">
          {textOf(remove.error)}
        </Notice>
      )}
    </AlertDialog>
  );
}
