import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { LessonDraft } from './drafts.ts';

type DraftOfferProps = {
  drafts: LessonDraft[];
  onContinue: (draft: LessonDraft) => void;
  onDiscard: (draft: LessonDraft) => void;
  /** Begin without any of them. */
  onFresh: () => void;
  freshLabel: string;
  onClose: () => void;
};

/** Offers unsaved drafts before a new text is started. */
export function DraftOffer({ drafts, onContinue, onDiscard, onFresh, freshLabel, onClose }: DraftOfferProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Você tem texto não enviado"
      description="Ele ficou guardado neste aparelho."
      footer={
        <Button variant="line" onClick={onFresh}>
          {freshLabel}
        </Button>
      }
    >
      <ul className="grid gap-3">
        {drafts.map((found) => (
          <li key={found.key} className="grid gap-3 rounded-control border border-line p-4 md:flex md:items-center">
            <div className="min-w-0 grow">
              <p className="truncate font-strong">{found.draft.value.title.trim() || 'Aula sem título'}</p>
              <p className="text-ink-soft text-sm">
                Guardada <Ago at={found.draft.savedAt} />
              </p>
            </div>
            <div className="flex shrink-0 gap-2">
              <Button variant="quiet" size="sm" onClick={() => onDiscard(found)}>
                Descartar
              </Button>
              <Button size="sm" onClick={() => onContinue(found)}>
                Continuar
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
