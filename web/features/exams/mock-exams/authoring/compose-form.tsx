import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { QuizComposition } from '#contract/exams/quiz-composition.ts';
import { QUIZ_QUESTIONS_MAX } from '#contract/limits.ts';
import type { BankQuestionSummary } from '#contract/questions/question-bank.ts';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { everything } from '#web/features/questions/questions/questions.queries.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastDraftStored } from '#web/ui/toast-editing.ts';
import { BalanceCard } from './balance-card.tsx';
import { BankPicker } from './bank-picker.tsx';
import { ChosenQuestions } from './chosen-questions.tsx';
import { fetchComposition, useCompositionPreview, useSaveComposition } from './composition.queries.ts';
import { chosenOf, compositionJoining, compositionLines, snapshotOf } from './composition-draft.ts';
import { DrawRules, takenDraws } from './draw-rules.tsx';
import { VersionList } from './version-list.tsx';

/** The composition of a quiz: selected questions, draw rules, and how it is taken. */
export function ComposeForm({ stored: initial }: { stored: QuizComposition }) {
  const [, navigate] = useLocation();
  const [stored, setStored] = useState(initial);
  const [opening] = useState(() => snapshotOf(initial));
  const subjects = useQuery(subjectsQuery).data ?? [];
  const save = useSaveComposition(stored.id);
  const takesNewest = useRef(false);
  const editing = useEditing({
    name: `composition:${stored.id}`,
    stored: opening,
    joining: compositionJoining,
    onLeft: toastDraftStored,
    send: async (value, revision) => {
      const { questions, draws, shuffleOptions, isTraining } = value;
      const saved = await save.mutateAsync({
        revision: revision ?? stored.revision,
        questionIds: questions.map(({ id }) => id),
        draws: takenDraws(draws),
        shuffleOptions,
        isTraining,
        refresh: takesNewest.current,
      });
      setStored(saved);
      return snapshotOf(saved, value);
    },
    reload: async () => snapshotOf(await fetchComposition(stored.id)),
  });
  const { value, change, isDirty } = editing;
  const { questions, draws, shuffleOptions, isTraining } = value;
  const drawCount = takenDraws(draws).reduce((sum, { count }) => sum + count, 0);
  const total = questions.length + drawCount;
  const preview = useCompositionPreview(stored.id, {
    questionIds: questions.map(({ id }) => id),
    draws: takenDraws(draws),
  });
  const [tab, setTab] = useState<'quiz' | 'bank'>(total > 0 ? 'quiz' : 'bank');
  const [choice, setChoice] = useState(everything);

  const add = (rows: readonly BankQuestionSummary[]) => {
    change((now) => {
      const standing = new Set(now.questions.map(({ id }) => id));
      return { questions: [...now.questions, ...rows.filter(({ id }) => !standing.has(id)).map(chosenOf)] };
    });
    toast({
      title: rows.length === 1 ? '1 questão adicionada' : `${rows.length} questões adicionadas`,
      description: 'Salve a composição para guardá-las.',
    });
  };

  const send = (refresh: boolean) => {
    takesNewest.current = refresh;
    return editing.save();
  };

  /** The editor reads the saved state, so unsaved changes are saved before navigating. */
  const leaveForEditor = async () => {
    if (!isDirty || (await send(false)) === 'saved') navigate(paths.teacherQuiz(stored.id));
  };

  return (
    <>
      <PageHeader
        eyebrow="Compor simulado"
        title={stored.title}
        subtitle={`${plural(total, 'questão', 'questões')}${drawCount > 0 ? `, ${plural(drawCount, 'sorteada', 'sorteadas')}` : ''}`}
      />
      {editing.conflict && (
        <ConflictNotice
          className="mb-6"
          editing={editing}
          title="Este simulado foi alterado enquanto você editava"
          linesOf={(version) => compositionLines(version, subjects)}
          onSave={() => void send(false)}
        />
      )}
      {editing.isRecovered && !editing.conflict && (
        <RestoredDraftNotice className="mb-6" savedAt={editing.changedAt} onDiscard={editing.discard} />
      )}
      <BalanceCard value={value} timeLimit={stored.timeLimit} preview={preview} />
      <Tabs
        label="Composição"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'quiz', label: `No simulado (${total})` },
          { value: 'bank', label: 'Banco de questões' },
        ]}
      >
        <TabPanel value="quiz" className="grid grid-cols-1 items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_440px]">
          <ChosenQuestions
            questions={questions}
            onChange={(next) => change((now) => ({ questions: next(now.questions) }))}
            onRefresh={() => void send(true)}
            onChoose={() => setTab('bank')}
          />
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <DrawRules draws={draws} filling={preview.data} onChange={(next) => change({ draws: next })} />
            <Card title="Como o simulado é feito">
              <div className="grid grid-cols-1 gap-4">
                <Switch
                  label="Embaralhar as alternativas"
                  help="Cada tentativa vê as alternativas em uma ordem própria."
                  checked={shuffleOptions}
                  onChange={({ target }) => change({ shuffleOptions: target.checked })}
                />
                <Switch
                  label="Liberar o treino desde o início"
                  help="Sem isso, o treino com respostas abre depois da primeira prova finalizada."
                  checked={isTraining}
                  onChange={({ target }) => change({ isTraining: target.checked })}
                />
              </div>
            </Card>
            <VersionList quizId={stored.id} key={stored.revision} />
          </div>
        </TabPanel>
        <TabPanel value="bank">
          <BankPicker
            choice={choice}
            onChoice={setChoice}
            taken={new Set(questions.map(({ id }) => id))}
            room={QUIZ_QUESTIONS_MAX - total}
            onAdd={add}
          />
        </TabPanel>
      </Tabs>
      <ActionBar className="mt-8">
        <span role="status" className="text-ink-soft text-sm max-md:sr-only md:mr-auto">
          {isDirty ? 'Há alterações não salvas' : 'Tudo salvo'}
        </span>
        <Button variant="line" onClick={() => void leaveForEditor()}>
          Editar e publicar
        </Button>
        <Button disabled={!isDirty} busy={editing.isSaving} busyLabel="Salvando..." onClick={() => void send(false)}>
          Salvar composição
        </Button>
      </ActionBar>
    </>
  );
}
