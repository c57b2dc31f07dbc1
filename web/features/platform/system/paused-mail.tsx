import type { SystemState } from '#contract/platform/admin-system.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useReleaseMail } from './system.queries.ts';

/** This database was restored from an archive. A trial restore must not send mails to students. */
export function PausedMail({ held }: { held: NonNullable<SystemState['heldMail']> }) {
  const release = useReleaseMail();
  return (
    <Notice
      tone="sun"
      title="Esta é uma cópia restaurada: nenhum e-mail sai daqui"
      action={
        <Button variant="line" size="sm" busy={release.isPending} onClick={() => release.mutate()}>
          Liberar os e-mails
        </Button>
      }
    >
      Restaurada em {formatDateTime(held.restoredAt)}. {plural(held.waiting, 'e-mail espera', 'e-mails esperam')}. Se a
      escola continua a partir daqui, libere: eles saem todos, e os próximos também. Os avisos nos aparelhos esperam
      junto.
    </Notice>
  );
}
