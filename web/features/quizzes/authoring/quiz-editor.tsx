import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Copy, Ellipsis, Eye, EyeOff, Library, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { AuthoredQuiz } from '../../../../contract/quiz-authoring.ts';
import { ApiError } from '../../../lib/api.ts';
import { plural } from '../../../lib/format.ts';
import { localKey } from '../../../lib/local-data.ts';
import { paths } from '../../../lib/paths.ts';
import { useUser } from '../../../lib/session.ts';
import { subjectsQuery } from '../../../lib/subjects.ts';
import { readKept, useKeptDraft } from '../../../lib/use-kept-draft.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { KeptNotice } from '../../../ui/kept-notice.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDeleteQuiz, useDuplicateQuiz, usePublishQuiz, useSaveQuiz, useUnpublishQuiz } from './authoring.queries.ts';
import { QuestionListEditor } from './question-list-editor.tsx';
import { draftOf, type EditedQuiz, editedFrom, fieldErrors, rekeyed } from './quiz-draft.ts';
import { QuizPreview } from './quiz-preview.tsx';
import { QuizSettingsForm } from './quiz-settings-form.tsx';
import { QuizStatus } from './quiz-status.tsx';

export function QuizEditor({ stored: initial }: { stored: AuthoredQuiz }) {
  const [, navigate] = useLocation();
  const keptAs = localKey(useUser().id, `unsent:quiz:${initial.id}`);
  const [kept, setKept] = useState(() => readKept<EditedQuiz>(keptAs));
  const [stored, setStored] = useState(initial);
  const [quiz, setQuiz] = useState(() => (kept ? rekeyed(kept.value) : editedFrom(initial)));
  const [isDirty, setDirty] = useState(kept !== null);
  const [isChecked, setChecked] = useState(false);
  const [problems, setProblems] = useState<Record<number, string>>({});
  const [shown, setShown] = useState<'preview' | 'delete' | null>(null);
  const subjects = useQuery(subjectsQuery);
  const save = useSaveQuiz(stored.id);
  const publish = usePublishQuiz(stored.id);
  const unpublish = useUnpublishQuiz(stored.id);
  const remove = useDeleteQuiz(stored.id);
  const duplicate = useDuplicateQuiz(stored.id);
  useKeptDraft({ key: keptAs, value: quiz, revision: stored.revision, isDirty });

  const errors = isChecked ? fieldErrors(quiz) : {};
  const change = (wish: Partial<EditedQuiz>) => {
    setQuiz((before) => ({ ...before, ...wish }));
    setDirty(true);
    setProblems({});
  };

  const saveDraft = async (): Promise<AuthoredQuiz | null> => {
    setChecked(true);
    if (Object.keys(fieldErrors(quiz)).length > 0) {
      toast({ title: 'Confira os campos', description: 'Há campos que precisam de correção.', tone: 'bad' });
      return null;
    }
    try {
      const saved = await save.mutateAsync({ ...draftOf(quiz), revision: stored.revision });
      setStored(saved);
      setQuiz((before) => editedFrom(saved, before));
      setDirty(false);
      setKept(null);
      return saved;
    } catch {
      // The mutation itself has said so.
      return null;
    }
  };

  const discardKept = () => {
    setQuiz(editedFrom(stored));
    setDirty(false);
    setKept(null);
  };

  const saveOnly = async () => {
    if (await saveDraft()) toast({ title: 'Simulado salvo' });
  };

  const saveAndPublish = async () => {
    const saved = isDirty ? await saveDraft() : stored;
    if (!saved) return;
    publish.mutate(saved.revision, {
      onSuccess: setStored,
      onError: (error) => {
        if (error instanceof ApiError) setProblems(problemsByPlace(error.body?.fields));
      },
    });
  };

  /** The other screens show what is saved: what is typed here goes with it. */
  const leaveFor = async (path: string) => {
    if (!isDirty || (await saveDraft())) navigate(path);
  };

  const makeCopy = () => duplicate.mutate(undefined, { onSuccess: ({ id }) => navigate(paths.teacherQuiz(id)) });
  const withdraw = () => unpublish.mutate(undefined, { onSuccess: setStored });
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
      {kept && (
        <KeptNotice
          className="mb-6"
          savedAt={kept.savedAt}
          isOvertaken={kept.revision !== stored.revision}
          onDiscard={discardKept}
        />
      )}
      <div className="grid grid-cols-1 gap-8">
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
          <QuestionListEditor
            questions={quiz.questions}
            subjects={subjects.data ?? []}
            problems={problems}
            onChange={(questions) => change({ questions })}
          />
        </section>
      </div>
      <div
        data-action-bar
        className="sticky bottom-0 mt-8 flex items-center gap-3 border-line border-t bg-canvas py-3 max-md:[&>button]:flex-1 md:justify-end"
      >
        <span role="status" className="text-ink-soft text-sm max-md:sr-only md:mr-auto">
          {isDirty ? 'Há alterações não salvas' : 'Tudo salvo'}
        </span>
        <Button variant="line" disabled={!isDirty} busy={save.isPending} busyLabel="Salvando..." onClick={saveOnly}>
          Salvar rascunho
        </Button>
        <Button disabled={!canPublish} busy={publish.isPending} busyLabel="Publicando..." onClick={saveAndPublish}>
          {stored.isPublished ? 'Publicar alterações' : 'Publicar'}
        </Button>
      </div>
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
function problemsByPlace(fields: Record<string, string> | undefined): Record<number, string> {
  const entries = Object.entries(fields ?? {}).flatMap(([field, text]) => {
    const place = /^questions\.(\d+)/.exec(field)?.[1];
    return place === undefined ? [] : [[Number(place), text] as const];
  });
  return Object.fromEntries(entries);
}
