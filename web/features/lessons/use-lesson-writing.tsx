import { type ReactNode, useState } from 'react';
import type { LessonSummary } from '../../../contract/lessons.ts';
import { prefetchEditor } from '../../editor/lazy-editor.tsx';
import { isSignedOut, textOf } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import { toast } from '../../ui/toast.ts';
import { DraftOffer } from './draft-offer.tsx';
import { type Draft, editDraftKey, listNewDrafts, newDraftKey, readDraft, removeDraft } from './drafts.ts';
import { LessonDialog, type LessonDialogProps } from './lesson-dialog.tsx';
import { emptyForm, formOf } from './lesson-form.ts';
import { fetchLessonForEditing } from './lessons.queries.ts';

type Writing = Omit<LessonDialogProps, 'onClose'>;
type Offer = { drafts: Draft[]; fresh: Writing; freshLabel: string };

/** Opens the dialog for a new lesson or an existing one, after offering what was left behind. */
export function useLessonWriting(): {
  writeNew: () => void;
  edit: (lesson: Pick<LessonSummary, 'id'>) => Promise<void>;
  dialogs: ReactNode;
} {
  const user = useUser();
  const [writing, setWriting] = useState<Writing | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);

  const begin = (fresh: Writing, drafts: Draft[], freshLabel: string) => {
    prefetchEditor();
    if (drafts.length > 0) setOffer({ drafts, fresh, freshLabel });
    else setWriting(fresh);
  };

  const writeNew = () =>
    begin(
      { draftKey: newDraftKey(user.id), initial: emptyForm, baseline: emptyForm },
      listNewDrafts(user.id),
      'Começar outra aula',
    );

  const edit = async ({ id }: Pick<LessonSummary, 'id'>) => {
    try {
      const lesson = await fetchLessonForEditing(id);
      const baseline = formOf(lesson);
      const draft = readDraft(editDraftKey(user.id, id));
      begin(
        { draftKey: editDraftKey(user.id, id), initial: baseline, baseline, lesson: { id, version: lesson.version } },
        draft ? [draft] : [],
        'Editar a versão publicada',
      );
    } catch (error) {
      if (isSignedOut(error)) return;
      toast({ title: 'Não foi possível abrir a aula', description: textOf(error), tone: 'bad' });
    }
  };

  const resume = (draft: Draft) => {
    setOffer(null);
    if (!offer) return;
    setWriting({
      draftKey: draft.key,
      initial: draft.form,
      baseline: offer.fresh.baseline,
      // The version it began from: if the lesson has moved on since, saving will say so.
      ...(draft.lesson ? { lesson: draft.lesson } : {}),
    });
  };

  const discard = (draft: Draft) => {
    removeDraft(draft.key);
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
      {writing && <LessonDialog key={writing.draftKey} {...writing} onClose={() => setWriting(null)} />}
    </>
  );
  return { writeNew, edit, dialogs };
}
