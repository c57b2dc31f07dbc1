import { type ReactNode, useState } from 'react';
import type { LessonSummary } from '#contract/content/lessons.ts';
import { prefetchEditor } from '#web/editor/lazy-editor.tsx';
import { isSignedOut, textOf } from '#web/lib/api.ts';
import { useUser } from '#web/lib/session.ts';
import { removeStoredDraft } from '#web/lib/stored-drafts.ts';
import { toast } from '#web/ui/toast.ts';
import { DraftOffer } from './draft-offer.tsx';
import { findLessonDrafts, type LessonDraft } from './drafts.ts';
import { LessonDialog, type LessonDialogProps } from './lesson-dialog.tsx';
import { unwritten, writtenOf } from './lesson-form.ts';
import { fetchLessonForEditing } from './lessons.queries.ts';

type Writing = Omit<LessonDialogProps, 'onClose'>;
type Offer = { drafts: LessonDraft[]; fresh: Writing; freshLabel: string };

/** Opens the dialog for a new lesson or an existing one, after offering unsaved drafts. */
export function useLessonWriting(): {
  writeNew: () => void;
  edit: (lesson: Pick<LessonSummary, 'id'>) => Promise<void>;
  dialogs: ReactNode;
} {
  const user = useUser();
  const [writing, setWriting] = useState<Writing | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);

  const begin = (fresh: Writing, freshLabel: string) => {
    prefetchEditor();
    const drafts = findLessonDrafts(user.id, fresh.lessonId);
    if (drafts.length > 0) setOffer({ drafts, fresh, freshLabel });
    else setWriting(fresh);
  };

  const writeNew = () => begin({ lessonId: null, stored: unwritten, draft: null }, 'Começar outra aula');

  const edit = async ({ id }: Pick<LessonSummary, 'id'>) => {
    try {
      const stored = writtenOf(await fetchLessonForEditing(id));
      begin({ lessonId: id, stored, draft: null }, 'Editar a versão publicada');
    } catch (error) {
      if (isSignedOut(error)) return;
      toast({ title: 'Não foi possível abrir a aula', description: textOf(error), tone: 'bad' });
    }
  };

  /** If the lesson has moved on since the draft began, the dialog shows both. */
  const resume = (draft: LessonDraft) => {
    setOffer(null);
    if (offer) setWriting({ ...offer.fresh, draft });
  };

  const discard = (draft: LessonDraft) => {
    removeStoredDraft(draft.key);
    if (!offer) return;
    const drafts = offer.drafts.filter(({ key }) => key !== draft.key);
    if (drafts.length > 0) setOffer({ ...offer, drafts });
    else startFresh();
  };

  const startFresh = () => {
    if (offer) setWriting(offer.fresh);
    setOffer(null);
  };

  const dialogs = (
    <>
      {offer && (
        <DraftOffer
          drafts={offer.drafts}
          freshLabel={offer.freshLabel}
          onContinue={resume}
          onDiscard={discard}
          onFresh={startFresh}
          onClose={() => setOffer(null)}
        />
      )}
      {writing && <LessonDialog {...writing} onClose={() => setWriting(null)} />}
    </>
  );
  return { writeNew, edit, dialogs };
}
