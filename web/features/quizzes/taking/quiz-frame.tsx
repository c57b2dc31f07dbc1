import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Question } from '../../../../contract/quizzes.ts';
import { BesideText } from '../../../editor/base-text.tsx';
import { useShortcuts } from '../../../lib/preferences.ts';
import { useOptionKeys } from '../../../lib/use-option-keys.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { OptionKeys } from '../../../ui/option-keys.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { finishQuestion } from './finish-question.ts';
import { GridLegend, QuestionGrid } from './question-grid.tsx';
import { QuestionView } from './question-view.tsx';

type QuizFrameProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Under the title: where the answers are. */
  state: ReactNode;
  timer?: ReactNode;
  /** Above the question: what has to be known now. */
  notice?: ReactNode;
  questions: readonly Question[];
  answerOf: (questionId: number) => FramedAnswer;
  firstIndex: number;
  onChoose: (questionId: number, optionId: number) => void;
  onFlag: (questionId: number) => void;
  /** Where the author asks whether an answer was a guess. */
  onDoubt?: ((questionId: number) => void) | undefined;
  /** Where a blank is an answer; of Certo ou Errado, or of any question that a wrong answer costs. */
  onLeaveBlank?: ((questionId: number) => void) | undefined;
  /** What right, wrong and blank are worth here. */
  hint?: string | null;
  /** What the last button says, where it does not end the simulado. */
  finishLabel?: string;
  /** Asked before, whatever is blank or marked. */
  finishWarning?: string;
  onFinish: () => void;
  finishing: boolean;
  /** The time is over, or the end was chosen and is on its way: nothing can be chosen, and nothing is asked. */
  locked?: boolean;
};

type FramedAnswer = { optionId: number | null; flagged: boolean; doubted?: boolean; leftBlank?: boolean };

/** The quiz modal: one question at a time, grid, keys, Anterior / Pular / Finalizar. Knows nothing of servers. */
export function QuizFrame(props: QuizFrameProps) {
  const { open, onOpenChange, title, state, timer, notice, questions, answerOf, onFinish, finishing, locked } = props;
  const [index, setIndex] = useState(props.firstIndex);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [asking, setAsking] = useState(false);
  const view = useRef<HTMLElement>(null);
  const shortcuts = useShortcuts();

  const last = questions.length - 1;
  const question = questions[index];
  const placesWhere = (fits: (answer: ReturnType<typeof answerOf>) => boolean) =>
    questions.flatMap(({ id }, place) => (fits(answerOf(id)) ? [place] : []));
  const { onDoubt, onLeaveBlank, finishLabel = 'Finalizar', finishWarning } = props;
  const blank = placesWhere(({ optionId, leftBlank }) => optionId === null && !leftBlank);
  const answered = questions.length - blank.length;
  const gaps = finishQuestion(
    blank,
    placesWhere(({ flagged }) => flagged),
  );
  const warned = finishWarning ? { question: finishWarning, details: gaps?.details ?? [] } : gaps;
  const doubt = locked ? null : warned;

  const go = (next: number, takeFocus: boolean) => {
    if (next < 0 || next > last || next === index) return;
    setLeft((before) => new Set(before).add(index));
    setIndex(next);
    // A button that turns disabled would drop the focus.
    if (takeFocus || next === 0 || next === last) view.current?.focus();
  };
  const choose = (optionId: number | undefined) => {
    if (question && optionId !== undefined && !locked) props.onChoose(question.id, optionId);
  };
  const finish = () => (doubt ? setAsking(true) : onFinish());

  useOptionKeys({
    enabled: open && !(asking && doubt),
    letters: shortcuts,
    kind: question?.kind ?? 'choice',
    isHere: (focused) => focused.closest('[role="dialog"]') !== null,
    onChoose: (place) => choose(question?.options[place]?.id),
    onMove: (step) => go(index + step, true),
  });

  const items = questions.map(({ id }, place) => {
    const { optionId, flagged, leftBlank } = answerOf(id);
    const state = optionId !== null ? 'answered' : leftBlank ? 'left' : left.has(place) ? 'skipped' : 'blank';
    return { id, flagged, state } as const;
  });
  const optionCount = question?.options.length ?? 0;
  const hasTexts = questions.some(({ baseText }) => baseText);

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        size={hasTexts ? 'full' : 'xl'}
        flush
        closable={false}
        title={<span className="line-clamp-1">{title}</span>}
        description={state}
        aside={
          <div className="flex shrink-0 items-center gap-1 md:gap-3">
            {timer}
            <Button variant="quiet" size="icon" aria-label="Sair do simulado" onClick={() => onOpenChange(false)}>
              <X />
            </Button>
          </div>
        }
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          view.current?.focus();
        }}
        footer={
          <>
            <Button variant="line" className="max-md:px-2" disabled={index === 0} onClick={() => go(index - 1, false)}>
              <ArrowLeft className="max-[359px]:hidden" />
              Anterior
            </Button>
            <Button
              variant="line"
              className="max-md:px-2 md:mr-auto"
              disabled={index === last}
              onClick={() => go(index + 1, false)}
            >
              Pular
              <ArrowRight className="max-[359px]:hidden" />
            </Button>
            <Button
              // On a phone the thumb rests on the right, at 'Pular': what ends the simulado is at the other side.
              className="max-md:order-first max-md:px-2"
              disabled={answered === 0 && !locked && !finishWarning}
              busy={finishing}
              busyLabel="Enviando..."
              onClick={finish}
            >
              {finishLabel}
            </Button>
          </>
        }
      >
        <div className="flex min-h-full flex-col md:grid md:grid-cols-[minmax(0,1fr)_236px]">
          <div className="sticky top-0 z-1 bg-surface md:hidden">
            <QuestionGrid items={items} current={index} onGo={(place) => go(place, true)} strip />
          </div>
          <div>
            {notice}
            {question && (
              <BesideText text={question.baseText} flush>
                <QuestionView
                  ref={view}
                  question={question}
                  index={index}
                  count={questions.length}
                  {...answerOf(question.id)}
                  onChoose={choose}
                  onFlag={() => !locked && props.onFlag(question.id)}
                  onDoubt={onDoubt && (() => !locked && onDoubt(question.id))}
                  onLeaveBlank={onLeaveBlank && (() => !locked && onLeaveBlank(question.id))}
                  hint={props.hint ?? null}
                />
              </BesideText>
            )}
            <span role="status" className="sr-only">
              {left.size > 0 && `Questão ${index + 1} de ${questions.length}`}
            </span>
          </div>
          <aside aria-label="Andamento" className="border-line border-l bg-canvas px-5 py-6 max-md:hidden">
            <p className="mb-3">
              <b className="font-strong tabular-nums">
                {answered} de {questions.length}
              </b>{' '}
              <span className="text-ink-soft text-sm">respondidas</span>
            </p>
            <Progress
              value={(answered / Math.max(1, questions.length)) * 100}
              label="Respondidas"
              valueText={`${answered} de ${questions.length}`}
            />
            <QuestionGrid items={items} current={index} onGo={(place) => go(place, true)} />
            <GridLegend />
            <p className="mt-5 grid grid-cols-1 gap-1.5 border-line border-t pt-4 text-ink-soft text-xs [&>span]:flex [&>span]:items-center [&>span]:gap-1.5">
              {shortcuts && optionCount > 0 && (
                <span>
                  <OptionKeys kind={question?.kind ?? 'choice'} count={optionCount} /> escolhe
                </span>
              )}
              <span>
                <Kbd>←</Kbd> <Kbd>→</Kbd> muda de questão
              </span>
            </p>
          </aside>
        </div>
      </Dialog>
      <AlertDialog
        open={asking && open && doubt !== null}
        onOpenChange={setAsking}
        title={finishWarning ? finishLabel : 'Finalizar simulado'}
        text={
          <>
            <p>{doubt?.question}</p>
            {doubt?.details.map((detail) => (
              <p key={detail} className="mt-2 text-sm tabular-nums">
                {detail}
              </p>
            ))}
          </>
        }
        confirmLabel={finishWarning ? 'Fechar o caderno' : 'Finalizar'}
        cancelLabel="Continuar respondendo"
        onConfirm={() => {
          setAsking(false);
          onFinish();
        }}
      />
    </>
  );
}
