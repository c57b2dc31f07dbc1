import { useQuery } from '@tanstack/react-query';
import type { LessonDraft, LessonPresence } from '#contract/content/lesson-drafts.ts';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import type { EditingHandle } from '#web/lib/use-editing.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { type LessonForm, lessonLines } from '../lesson-form.ts';
import { useComparedTopics } from '../use-compared-topics.ts';
import { faultWords, othersWords } from './writing-words.ts';

type WritingNoticesProps = {
  draft: LessonDraft;
  editing: EditingHandle<LessonForm>;
  presence: LessonPresence | undefined;
  onTakeTheirs: () => void;
  onVersions: () => void;
  /** Replaces the text that students read by this one, after a confirmation. */
  onReplace: () => void;
};

/**
 * Notices about other people who edit the lesson, and about its schedule. Nothing is overwritten without a question.
 */
export function WritingNotices(props: WritingNoticesProps) {
  const { draft, editing, presence, onTakeTheirs, onVersions, onReplace } = props;
  const { conflict, isDirty, isSaving, base } = editing;
  const subjects = useQuery(subjectsQuery).data ?? [];
  const topics = useComparedTopics(editing);
  const others = othersWords(presence?.others ?? []);
  // Only what a finished save of this page does not explain.
  const isOvertaken = Boolean(presence && !isSaving && presence.version > Math.max(draft.version, base.revision ?? 0));
  const isBehind = draft.lessonVersion !== draft.baseVersion;
  return (
    <div className="writing-notices" aria-live="polite">
      {conflict && (
        <ConflictNotice
          editing={editing}
          title="Esta aula foi alterada enquanto você editava"
          linesOf={(version) => lessonLines(version, subjects, topics)}
          onSave={() => void editing.save()}
        />
      )}
      {editing.isRecovered && !conflict && isDirty && (
        <RestoredDraftNotice savedAt={editing.changedAt} onDiscard={editing.discard} />
      )}
      {others && (
        <Notice>
          {others} O texto salva sozinho: quem salvar por último sobre o texto do outro será avisado antes.
        </Notice>
      )}
      {isOvertaken && !isDirty && !conflict && (
        <Notice
          title={`${presence?.savedByName ?? 'Outra pessoa'} salvou esta aula`}
          action={
            <Button size="sm" onClick={onTakeTheirs}>
              Carregar o que foi salvo
            </Button>
          }
        >
          O que está nesta tela é o texto de antes.
        </Notice>
      )}
      {draft.publishFault && (
        <Notice tone="bad" title="A aula não foi publicada na hora marcada">
          {faultWords[draft.publishFault]}
        </Notice>
      )}
      {isBehind && (
        <Notice
          tone="sun"
          title="A aula publicada mudou depois que este texto começou"
          action={
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={onVersions}>
                Comparar
              </Button>
              <Button size="sm" variant="line" onClick={onReplace}>
                Publicar a minha no lugar
              </Button>
            </div>
          }
        >
          Alguém a alterou de outro jeito. Compare antes de publicar.
        </Notice>
      )}
    </div>
  );
}
