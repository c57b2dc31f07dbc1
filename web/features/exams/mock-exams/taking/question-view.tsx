import { Check, Flag } from 'lucide-react';
import { type Ref, useId } from 'react';
import type { Question } from '#contract/questions/question.ts';
import { optionLabelOf } from '#contract/questions/question-kind.ts';
import { QuestionText } from '#web/editor/question-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { NativeInput } from '#web/ui/native-field.tsx';
import { Switch } from '#web/ui/switch.tsx';

type QuestionViewProps = {
  question: Question;
  index: number;
  count: number;
  optionId: number | null;
  flagged: boolean;
  doubted?: boolean;
  leftBlank?: boolean;
  onChoose: (optionId: number) => void;
  onFlag: () => void;
  /** Present when the author asks whether an answer was a guess. */
  onDoubt?: (() => void) | undefined;
  /** Present when a blank is an answer. */
  onLeaveBlank?: (() => void) | undefined;
  /** The points of a right, a wrong and a blank answer. */
  hint?: string | null;
  /** Takes the focus when the question changes by keyboard. */
  ref: Ref<HTMLElement>;
};

/** One question: exactly one option can be chosen. */
export function QuestionView(props: QuestionViewProps) {
  const { question, index, count, optionId, flagged, onChoose, onFlag, ref } = props;
  const stemId = useId();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={`Questão ${index + 1} de ${count}`}
      className="mx-auto w-full max-w-[50rem] px-4 pt-3 pb-4 outline-none md:px-8 md:pt-8"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-ink-soft text-sm tabular-nums">
          Questão <b className="font-strong text-ink">{index + 1}</b> de {count}
        </p>
        <Button
          variant="quiet"
          size="sm"
          aria-pressed={flagged}
          onClick={onFlag}
          className="-mr-2 whitespace-nowrap max-[359px]:px-1 md:mr-0 @max-3xs:-ml-2 @max-3xs:whitespace-normal"
        >
          <Flag className={flagged ? 'fill-sun text-sun-edge' : ''} />
          Marcar para revisão
        </Button>
      </div>
      <div
        key={question.id}
        id={stemId}
        className="mt-2 animate-arrive mb-4 max-w-[66ch] leading-[1.55] md:mt-3 md:mb-5 md:text-md"
      >
        <QuestionText format={question.format} text={question.questionText} />
      </div>
      <fieldset
        key={`${question.id} options`}
        aria-labelledby={stemId}
        className={cx(
          'grid animate-arrive min-w-0',
          question.kind === 'true_false' ? 'grid-cols-2 gap-3' : 'grid-cols-1 gap-2',
        )}
      >
        {question.options.map((option, place) => (
          <label
            key={option.id}
            className={cx(
              'relative cursor-pointer rounded-control border bg-surface transition-colors hover:bg-hover has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 has-checked:border-primary',
              question.kind === 'true_false'
                ? 'flex min-h-14 items-center justify-center gap-3 border-line-strong px-3 font-strong text-md has-checked:marked-ground has-checked:bg-primary has-checked:text-on-primary md:min-h-16'
                : 'grid grid-cols-[34px_minmax(0,1fr)] items-start gap-3 border-line px-3 py-2.75 hover:border-line-strong has-checked:bg-selected has-checked:shadow-[inset_0_0_0_1px_var(--primary)]',
            )}
          >
            <NativeInput
              type="radio"
              name={`question-${question.id}`}
              checked={option.id === optionId}
              onChange={() => onChoose(option.id)}
              className="peer absolute size-px opacity-0"
            />
            <span
              aria-hidden="true"
              className={cx(
                'grid shrink-0 place-items-center rounded-full border-[1.5px] font-strong',
                question.kind === 'true_false'
                  ? 'size-[34px] border-current'
                  : 'size-[30px] border-line-strong text-sm peer-checked:marked-ground peer-checked:border-primary peer-checked:bg-primary peer-checked:text-on-primary',
              )}
            >
              {optionLabelOf(place, question.kind)}
            </span>
            <span className={cx('min-w-0', question.kind !== 'true_false' && 'pt-0.75')}>
              <QuestionText format={question.format} text={option.optionText} />
            </span>
          </label>
        ))}
      </fieldset>
      <AnswerFlags {...props} />
    </section>
  );
}

/** Under the options: whether it was a guess, and the blank that is an answer. */
function AnswerFlags({ optionId, doubted = false, leftBlank = false, onDoubt, onLeaveBlank, hint }: QuestionViewProps) {
  if (!onDoubt && !onLeaveBlank && !hint) return null;
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {onDoubt && <Switch label="Foi chute" checked={doubted} disabled={optionId === null} onChange={onDoubt} />}
        {onLeaveBlank && (
          <Button variant="quiet" size="sm" aria-pressed={leftBlank} onClick={onLeaveBlank} className="min-h-11">
            {leftBlank && <Check />}
            {leftBlank ? 'Deixada em branco' : 'Deixar em branco'}
          </Button>
        )}
      </div>
      {hint && <p className="mt-1 text-ink-soft text-sm">{hint}</p>}
    </div>
  );
}
