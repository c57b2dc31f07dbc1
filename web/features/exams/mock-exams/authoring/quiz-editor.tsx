import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ChartColumn, Copy, Ellipsis, Eye, EyeOff, Library, Printer, Scale, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type AuthoredQuiz, quizDraft } from '#contract/exams/quiz-authoring.ts';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { fieldsOf, isOvertaken } from '#web/lib/api.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastDraftStored, toastUnsaved } from '#web/ui/toast-editing.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { type FieldErrors, useChecking } from '#web/ui/use-form.ts';
import {
  fetchAuthoredQuiz,
  useDeleteQuiz,
  useDuplicateQuiz,
  usePublishQuiz,
  useSaveQuiz,
  useUnpublishQuiz,
} from './authoring.queries.ts';
import { QuestionListEditor } from './question-list-editor.tsx';
import { draftOf, type EditedQuiz, editedFrom, rekeyed } from './quiz-draft.ts';
import { QuizPreview } from './quiz-preview.tsx';
import { QuizSettingsForm } from './quiz-settings-form.tsx';
import { QuizStatus } from './quiz-status.tsx';
import { quizJoining, quizLines } from './quiz-versions.ts';

const snapshotOf = (quiz: AuthoredQuiz, sent?: EditedQuiz): Snapshot<EditedQuiz> => ({
  value: editedFrom(quiz, sent),
  revision: quiz.revision,
  savedAt: quiz.updatedAt,
});

export function QuizEditor({ stored: initial }: { stored: AuthoredQuiz }) {
  const [, navigate] = useLocation();
  const [stored, setStored] = useState(initial);
  const [opening] = useState(() => snapshotOf(initial));
  const [shown, setShown] = useState<'preview' | 'delete' | null>(null);
  const { area, errors, check, refused, show, mend } = useChecking<HTMLDivElement>();
  const subjects = useQuery(subjectsQuery).data ?? [];
  const save = useSaveQuiz(stored.id);
  const publish = usePublishQuiz(stored.id);
  const unpublish = useUnpublishQuiz(stored.id);
  const remove = useDeleteQuiz(stored.id);
  const duplicate = useDuplicateQuiz(stored.id);
  const saved = useRef(initial);
  const keep = (quiz: AuthoredQuiz) => {
    saved.current = quiz;
    setStored(quiz);
  };
  const editing = useEditing({
    name: `quiz:${stored.id}`,
    stored: opening,
    joining: quizJoining,
    revive: rekeyed,
    onLeft: toastDraftStored,
    send: async (value, revision) => {
      try {
        const quiz = await save.mutateAsync({ ...draftOf(value), revision: revision ?? 0 });
        keep(quiz);
        return snapshotOf(quiz, value);
      } catch (error) {
        if (error instanceof Error && !refused(error)) toastUnsaved('Erro ao salvar simulado')(error);
        throw error;
      }
    },
    reload: async () => snapshotOf(await fetchAuthoredQuiz(stored.id)),
  });
  const { value: quiz, isDirty } = editing;

  const change = (wish: Partial<EditedQuiz>) => {
    editing.change(wish);
    // Errors name a question by its position, which is invalid once one was changed or moved.
    mend(...Object.keys(errors).filter((field) => (field.split('.')[0] ?? field) in wish));
  };

  const saveDraft = async (): Promise<boolean> => {
    if (!check(quizDraft, draftOf(quiz))) return false;
    return (await editing.save()) === 'saved';
  };

  const saveOnly = async () => {
    if (await saveDraft()) toast({ title: 'Simulado salvo' });
  };

  const saveAndPublish = async () => {
    if (isDirty && !(await saveDraft())) return;
    publishSaved();
  };

  /** A newer revision is never published unseen: on a conflict the draft is saved first, which merges or asks. */
  const publishSaved = (isRepeat = false) =>
    publish.mutate(saved.current.revision, {
      onSuccess: keep,
      onError: async (error) => {
        if (isOvertaken(error)) {
          if (isRepeat) toastFailure('Erro ao publicar')(error);
          else if (await saveDraft()) publishSaved(true);
          return;
        }
        show(fieldsOf(error));
      },
    });

  /** The other screens read the saved state, so unsaved changes are saved before navigating. */
  const leaveFor = async (path: string) => {
    if (!isDirty || (await saveDraft())) navigate(path);
  };

  const makeCopy = () => duplicate.mutate(undefined, { onSuccess: ({ id }) => navigate(paths.teacherQuiz(id)) });
  const withdraw = () => unpublish.mutate(undefined, { onSuccess: keep });
  const removeForGood = () =>
    remove.mutate(undefined, {
      onSuccess: () => navigate(paths.teacherQuizzes),
      onError: () => setShown(null),
    });

  const canPublish = isDirty || !stored.isPublished || stored.hasUnpublishedChanges;
  return (
    <>
      <PageHeader
        title={stored.title}
        subtitle={
          <span className="mt-1 flex flex-wrap items-center gap-2">
            <QuizStatus quiz={stored} />
            <span>{plural(stored.attemptCount, 'tentativa', 'tentativas')}</span>
          </span>
        }
        actions={
          <>
            <Button variant="line" onClick={() => void leaveFor(paths.composeQuiz(stored.id))}>
              <Library /> Compor do banco
            </Button>
            <Button variant="quiet" disabled={quiz.questions.length === 0} onClick={() => setShown('preview')}>
              <Eye /> Pré-visualizar
            </Button>
            <Menu
              trigger={
                <Button variant="quiet" size="icon" aria-label="Mais ações">
                  <Ellipsis />
                </Button>
              }
            >
              <MenuItem icon={<Scale />} onSelect={() => void leaveFor(paths.quizRules(stored.id))}>
                Regras da prova
              </MenuItem>
              <MenuItem icon={<Printer />} onSelect={() => void leaveFor(paths.printQuiz(stored.id))}>
                Imprimir
              </MenuItem>
              <MenuItem icon={<CalendarClock />} onSelect={() => void leaveFor(paths.quizWindow(stored.id))}>
                Horário e série
              </MenuItem>
              <MenuItem
                icon={<ChartColumn />}
                disabled={stored.attemptCount === 0}
                onSelect={() => void leaveFor(paths.quizStatistics(stored.id))}
              >
                Estatísticas
              </MenuItem>
              <MenuItem icon={<Copy />} disabled={isDirty} onSelect={makeCopy}>
                Duplicar simulado
              </MenuItem>
              <MenuItem icon={<EyeOff />} disabled={!stored.isPublished} onSelect={withdraw}>
                Retirar da publicação
              </MenuItem>
              <MenuItem
                icon={<Trash2 />}
                tone="bad"
                disabled={stored.attemptCount > 0}
                onSelect={() => setShown('delete')}
              >
                Excluir simulado
              </MenuItem>
            </Menu>
          </>
        }
      />
      {stored.isPublished && stored.attemptCount > 0 && (
        <Notice className="mb-6">
          Este simulado já foi feito por alunos. O que você mudar vale para as próximas tentativas, quando publicar; as
          anteriores continuam como estavam.
        </Notice>
      )}
      {editing.conflict && (
        <ConflictNotice
          className="mb-6"
          editing={editing}
          title="Este simulado foi alterado enquanto você editava"
          linesOf={(version) => quizLines(version, subjects)}
          onSave={saveOnly}
        />
      )}
      {editing.isRecovered && !editing.conflict && (
        <RestoredDraftNotice className="mb-6" savedAt={editing.changedAt} onDiscard={editing.discard} />
      )}
      <div ref={area} key={editing.life} className="grid grid-cols-1 gap-8">
        <QuizSettingsForm quiz={quiz} errors={errors} onChange={change} />
        <section aria-labelledby="questoes">
          <h2 id="questoes" className="mb-3 text-lg">
            Questões ({quiz.questions.length})
          </h2>
          {stored.drawCount > 0 && (
            <p className="mb-3 text-ink-soft">
              Mais {plural(stored.drawCount, 'questão sorteada', 'questões sorteadas')} do banco em cada tentativa.
            </p>
          )}
          {errors.questions && (
            <div tabIndex={-1} data-invalid="" className="mb-3">
              <FieldError>{errors.questions}</FieldError>
            </div>
          )}
          <QuestionListEditor
            questions={quiz.questions}
            subjects={subjects}
            problems={problemsByPosition(errors)}
            onChange={(questions) => change({ questions })}
          />
        </section>
      </div>
      <ActionBar className="mt-8">
        <span role="status" className="text-ink-soft text-sm max-md:sr-only md:mr-auto">
          {isDirty ? 'Há alterações não salvas' : 'Tudo salvo'}
        </span>
        <Button variant="line" disabled={!isDirty} busy={editing.isSaving} busyLabel="Salvando..." onClick={saveOnly}>
          Salvar rascunho
        </Button>
        <Button disabled={!canPublish} busy={publish.isPending} busyLabel="Publicando..." onClick={saveAndPublish}>
          {stored.isPublished ? 'Publicar alterações' : 'Publicar'}
        </Button>
      </ActionBar>
      {shown === 'preview' && <QuizPreview quiz={quiz} open onOpenChange={(open) => !open && setShown(null)} />}
      <AlertDialog
        open={shown === 'delete'}
        onOpenChange={(open) => !open && setShown(null)}
        title="Excluir simulado"
        text="Esta ação não pode ser desfeita."
        confirmLabel="Excluir"
        tone="bad"
        busy={remove.isPending}
        onConfirm={removeForGood}
      />
    </>
  );
}

/** 'questions.3' → { 3: … } */
function problemsByPosition(fields: FieldErrors): Record<number, string> {
  const entries = Object.entries(fields).flatMap(([field, text]) => {
    const place = /^questions\.(\d+)/.exec(field)?.[1];
    return place === undefined || text === undefined ? [] : [[Number(place), text] as const];
  });
  return Object.fromEntries(entries);
}
