import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Question } from '#contract/questions/question.ts';
import { OptionKeys } from '#web/features/questions/questions/option-keys.tsx';
import { useOptionKeys } from '#web/features/questions/questions/use-option-keys.ts';
import { useShortcuts } from '#web/lib/preferences.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/kbd.tsx';
import { ExamDialog } from './exam-dialog.tsx';
import { ExamText } from './exam-text.tsx';
import { finishQuestion } from './finish-question.ts';
import { QuestionStrip, StripLegend } from './question-strip.tsx';
import { QuestionView } from './question-view.tsx';
import { reachOf } from './text-reach.ts';

type QuizFrameProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Larger print, for a student who has a right to it. */
  isLarge?: boolean;
  /** In the bar: where the answers are stored. */
  state: ReactNode;
  timer?: ReactNode;
  /** Above the question: a notice for this moment. */
  notice?: ReactNode;
  questions: readonly Question[];
  answerOf: (questionId: number) => FramedAnswer;
  firstIndex: number;
  onChoose: (questionId: number, optionId: number) => void;
  onFlag: (questionId: number) => void;
  /** Present when the author asks whether an answer was a guess. */
  onDoubt?: ((questionId: number) => void) | undefined;
  /** Present when a blank is an answer: in Certo ou Errado, or when a wrong answer costs points. */
  onLeaveBlank?: ((questionId: number) => void) | undefined;
  /** The points of a right, a wrong and a blank answer. */
  hint?: string | null;
  /** The label of the last button, when it does not finish the simulado. */
  finishLabel?: string;
  /** A question before finishing, even without blank or flagged questions. */
  finishWarning?: string;
  /** The label that confirms the warning. */
  confirmLabel?: string;
  onFinish: () => void;
  finishing: boolean;
  /** The time is over, or the finish is pending: answers cannot be changed, and no dialog is shown. */
  locked?: boolean;
};

type FramedAnswer = { optionId: number | null; flagged: boolean; doubted?: boolean; leftBlank?: boolean };

/** The quiz modal: one question at a time, strip, keys, Anterior / Pular / Finalizar. It makes no requests. */
export function QuizFrame(props: QuizFrameProps) {
  const { open, onOpenChange, title, state, timer, notice, questions, answerOf, onFinish, finishing, locked } = props;
  const [index, setIndex] = useState(props.firstIndex);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [asking, setAsking] = useState(false);
  const view = useRef<HTMLElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const shortcuts = useShortcuts();

  const last = questions.length - 1;
  const question = questions[index];
  const placesWhere = (fits: (answer: ReturnType<typeof answerOf>) => boolean) =>
    questions.flatMap(({ id }, place) => (fits(answerOf(id)) ? [place] : []));
  const { onDoubt, onLeaveBlank, finishLabel = 'Finalizar', finishWarning, confirmLabel = 'Fechar o caderno' } = props;
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins at its top
  useLayoutEffect(() => {
    if (pane.current) pane.current.scrollTop = 0;
  }, [index]);
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
  const text = question?.baseText;

  return (
    <>
      <ExamDialog
        open={open}
        onOpenChange={onOpenChange}
        title={title}
        state={state}
        timer={timer}
        firstFocus={() => view.current}
        actions={
          <>
            <Button
              variant="night"
              className="max-[359px]:px-2 max-[359px]:text-sm"
              disabled={answered === 0 && !locked && !finishWarning}
              busy={finishing}
              busyLabel="Enviando..."
              onClick={finish}
            >
              {finishLabel}
            </Button>
            <Button
              variant="night"
              size="icon"
              className="border-transparent"
              aria-label="Sair do simulado"
              onClick={() => onOpenChange(false)}
            >
              <X />
            </Button>
          </>
        }
        footer={
          <>
            <Button variant="line" disabled={index === 0} onClick={() => go(index - 1, false)}>
              <ArrowLeft />
              Anterior
            </Button>
            <QuestionStrip
              items={items}
              current={index}
              onGo={(place) => go(place, true)}
              onSkip={() => view.current?.focus()}
            />
            <Button disabled={index === last} onClick={() => go(index + 1, false)}>
              Pular
              <ArrowRight />
            </Button>
          </>
        }
      >
        {notice && <div className="shrink-0 pb-4 empty:hidden">{notice}</div>}
        <div
          className={cx(
            'grid min-h-0 grow grid-cols-1',
            props.isLarge && '[zoom:1.3]',
            text &&
              'max-md:grid-rows-[minmax(35%,1fr)_auto] short:grid-rows-none md:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]',
          )}
        >
          {text && <ExamText key={text.versionId} text={text} reach={reachOf(questions, index)} />}
          <div ref={pane} className="flex min-h-0 flex-col overflow-y-auto overscroll-contain short:overflow-visible">
            {question && (
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
            )}
            <span role="status" className="sr-only">
              {left.size > 0 && `Questão ${index + 1} de ${questions.length}`}
            </span>
            <div className="mx-auto mt-auto flex w-full max-w-[50rem] flex-wrap items-center gap-x-5 gap-y-2 px-8 pt-6 pb-5 text-ink-soft text-xs max-md:hidden">
              <p className="tabular-nums">
                <b className="font-strong text-ink">
                  {answered} de {questions.length}
                </b>{' '}
                respondidas
              </p>
              <StripLegend />
              {shortcuts && optionCount > 0 && (
                <span>
                  <OptionKeys kind={question?.kind ?? 'choice'} count={optionCount} /> escolhe
                </span>
              )}
              <span>
                <Kbd>←</Kbd> <Kbd>→</Kbd> muda de questão
              </span>
            </div>
          </div>
        </div>
      </ExamDialog>
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
        confirmLabel={finishWarning ? confirmLabel : 'Finalizar'}
        cancelLabel="Continuar respondendo"
        onConfirm={() => {
          setAsking(false);
          onFinish();
        }}
      />
    </>
  );
}
