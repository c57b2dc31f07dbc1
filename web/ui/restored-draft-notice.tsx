import { Ago } from './ago.tsx';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type RestoredDraftNoticeProps = { savedAt: string | null; onDiscard: () => void; className?: string };

/** Shows that an unsaved draft was restored into the form. */
export function RestoredDraftNotice({ savedAt, onDiscard, className }: RestoredDraftNoticeProps) {
  return (
    <Notice
      role="status"
      className={className}
      tone="sun"
      title="Recuperamos o que você não salvou"
      action={
        <Button variant="line" size="sm" onClick={onDiscard}>
          Descartar
        </Button>
      }
    >
      {savedAt ? (
        <>
          Escrito <Ago at={savedAt} /> neste aparelho.
        </>
      ) : (
        'Ficou guardado neste aparelho.'
      )}
    </Notice>
  );
}
