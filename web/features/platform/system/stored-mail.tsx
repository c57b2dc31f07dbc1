import { MailWarning } from 'lucide-react';
import { useState } from 'react';
import type { SystemState } from '#contract/platform/admin-system.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useReleaseStoredMails } from './system.queries.ts';
import { mailName } from './work-words.ts';

type Stored = NonNullable<SystemState['storedMail']>;

/** E-mails that were never sent, and what is needed to send them. */
export function StoredMail({ stored: { isSent, isProven, kinds } }: { stored: Stored }) {
  const [asked, setAsked] = useState<'send' | 'drop' | null>(null);
  const release = useReleaseStoredMails();
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  if (count === 0 && isSent) return null;
  const letters = plural(count, 'carta guardada, não enviada', 'cartas guardadas, não enviadas');
  const oldest = kinds.map(({ oldestAt }) => oldestAt).toSorted()[0];
  return (
    <Notice
      tone="bad"
      title={isSent ? letters : `O e-mail não está ligado${count > 0 ? `: ${letters}` : ''}`}
      action={
        isSent && isProven ? (
          <div className="flex flex-wrap gap-2">
            <Button variant="line" size="sm" onClick={() => setAsked('send')}>
              Enviar {plural(count, 'carta', 'cartas')}
            </Button>
            <Button variant="quiet" size="sm" onClick={() => setAsked('drop')}>
              Não enviar
            </Button>
          </div>
        ) : (
          <ButtonLink href={paths.adminSettings} variant="line" size="sm">
            <MailWarning /> {isSent ? 'Comprovar o e-mail' : 'Ligar o e-mail'}
          </ButtonLink>
        )
      }
    >
      {kinds.map(({ kind, count: many }) => `${many} ${mailName(kind)}`).join(', ')}
      {oldest && `. A mais antiga: ${formatDateTime(oldest)}.`}{' '}
      {isSent
        ? !isProven && 'Peça a carta de teste em Configurações e digite o código: depois perguntamos antes de enviar.'
        : 'Quando funcionar, perguntamos antes de enviar.'}
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={asked === 'send' ? `Enviar ${plural(count, 'carta', 'cartas')} agora?` : 'Descartar o que esperava?'}
        text={
          asked === 'send'
            ? 'Cada uma é escrita de novo, como vale hoje. Os links nascem no envio. O que perdeu o motivo não sai.'
            : 'As cartas deixam de esperar e não saem mais.'
        }
        confirmLabel={asked === 'send' ? 'Enviar' : 'Descartar'}
        busy={release.isPending}
        onConfirm={() => release.mutate(asked === 'send', { onSuccess: () => setAsked(null) })}
      />
    </Notice>
  );
}
