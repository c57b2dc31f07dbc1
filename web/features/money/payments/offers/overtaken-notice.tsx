import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Shown after a version conflict, so that no change is overwritten unseen. */
export function OvertakenNotice({ title, onReload }: { title: string; onReload: () => void }) {
  return (
    <Notice
      tone="bad"
      role="alert"
      title={title}
      action={
        <Button variant="line" size="sm" onClick={onReload}>
          Abrir a versão nova
        </Button>
      }
    >
      O que você digitou não foi salvo. Abra a versão nova, confira e mude de novo.
    </Notice>
  );
}
