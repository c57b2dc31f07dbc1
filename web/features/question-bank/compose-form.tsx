import { useState } from 'react';
import { Link } from 'wouter';
import { QUIZ_QUESTIONS_MAX } from '../../../contract/limits.ts';
import type { QuizComposition } from '../../../contract/quiz-composition.ts';
import { plural } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Switch } from '../../ui/switch.tsx';
import { BankPicker } from './bank-picker.tsx';
import { type ChosenQuestion, ChosenQuestions } from './chosen-questions.tsx';
import { useSaveComposition } from './composition.queries.ts';
import { DrawRules, type EditedDraw, editedDraws, type NewDraw, takenDraws } from './draw-rules.tsx';
import { VersionList } from './version-list.tsx';

/** What a quiz is made of: questions by choice, draws by rule, and how it is taken. */
export function ComposeForm({ stored: initial }: { stored: QuizComposition }) {
  const [stored, setStored] = useState(initial);
  const [questions, setQuestions] = useState<ChosenQuestion[]>(initial.questions);
  const [draws, setDraws] = useState<EditedDraw[]>(() => editedDraws(initial.draws));
  const [shuffleOptions, setShuffle] = useState(initial.shuffleOptions);
  const [isTraining, setTraining] = useState(initial.isTraining);
  const [isDirty, setDirty] = useState(false);
  const save = useSaveComposition(stored.id);

  const touched =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setDirty(true);
    };
  const drawCount = takenDraws(draws).reduce((sum, { count }) => sum + count, 0);
  const total = questions.length + drawCount;

  const send = (refresh: boolean) => {
    const rules: NewDraw[] = takenDraws(draws);
    save.mutate(
      {
        revision: stored.revision,
        questionIds: questions.map(({ id }) => id),
        draws: rules,
        shuffleOptions,
        isTraining,
        refresh,
      },
      {
        onSuccess: (saved) => {
          setStored(saved);
          setQuestions(saved.questions);
          setDraws(editedDraws(saved.draws));
          setDirty(false);
        },
      },
    );
  };

  return (
    <>
      <PageHeader
        eyebrow="Compor simulado"
        title={stored.title}
        subtitle={`${plural(total, 'questão', 'questões')}${drawCount > 0 ? `, ${plural(drawCount, 'sorteada', 'sorteadas')}` : ''}`}
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <ChosenQuestions questions={questions} onChange={touched(setQuestions)} onRefresh={() => send(true)} />
          <DrawRules draws={draws} onChange={touched(setDraws)} />
          <Card title="Como o simulado é feito">
            <div className="grid grid-cols-1 gap-4">
              <Switch
                label="Embaralhar as alternativas"
                help="Cada tentativa vê as alternativas em uma ordem própria."
                checked={shuffleOptions}
                onChange={({ target }) => touched(setShuffle)(target.checked)}
              />
              <Switch
                label="Liberar o treino desde o início"
                help="Sem isso, o treino com respostas abre depois da primeira prova finalizada."
                checked={isTraining}
                onChange={({ target }) => touched(setTraining)(target.checked)}
              />
            </div>
          </Card>
          <VersionList quizId={stored.id} key={stored.revision} />
        </div>
        <BankPicker
          chosen={new Set(questions.map(({ id }) => id))}
          isFull={total >= QUIZ_QUESTIONS_MAX}
          onAdd={(question) => touched(setQuestions)([...questions, question])}
        />
      </div>
      <div
        data-action-bar
        className="sticky bottom-0 mt-8 flex items-center gap-3 border-line border-t bg-canvas py-3 max-md:[&>a]:flex-1 max-md:[&>button]:flex-1 md:justify-end"
      >
        <span role="status" className="text-ink-soft text-sm max-md:sr-only md:mr-auto">
          {isDirty ? 'Há alterações não salvas' : 'Tudo salvo'}
        </span>
        <Link href={paths.teacherQuiz(stored.id)} className={buttonClass({ variant: 'line' })}>
          Editar e publicar
        </Link>
        <Button disabled={!isDirty} busy={save.isPending} busyLabel="Salvando..." onClick={() => send(false)}>
          Salvar composição
        </Button>
      </div>
    </>
  );
}
