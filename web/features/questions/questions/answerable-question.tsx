import { ArrowRight, Check, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Question } from '#contract/questions/question.ts';
import { optionLabelOf } from '#contract/questions/question-kind.ts';
import type { PracticeReveal } from '#contract/study/practice.ts';
import { BesideText } from '#web/editor/base-text.tsx';
import { QuestionText } from '#web/editor/question-text.tsx';
import { LinkedQuestion } from '#web/features/content/laws/links/linked-question.tsx';
import { useShortcuts } from '#web/lib/preferences.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/kbd.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PricedLabel } from './key-price.tsx';
import { rightWords } from './kind-words.ts';
import { OptionKeys } from './option-keys.tsx';
import { OutdatedNotice } from './outdated-notice.tsx';
import { useOptionKeys } from './use-option-keys.ts';

type Answerable = Pick<Question, 'id' | 'kind' | 'format' | 'baseText' | 'questionText' | 'options'> & {
  answer: PracticeReveal | null;
  /** What answering costs, because it reveals the key. */
  postponesTo?: string | null;
};

type AnswerableQuestionProps = {
  title: string;
  aside: ReactNode;
  question: Answerable;
  busy: boolean;
  nextLabel: string;
  onReply: (optionId: number) => void;
  onNext: () => void;
  /** Below the comment, once answered. */
  children?: ReactNode;
};

/** A question to answer; after the answer it shows at once what was right and why. */
export function AnswerableQuestion(props: AnswerableQuestionProps) {
  const { title, aside, question, busy, nextLabel, onReply, onNext, children } = props;
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLDivElement>(null);
  const verdict = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const { answer, kind, format, options } = question;
  const isAnswered = answer !== null;
  const shortcuts = useShortcuts();

  useOptionKeys({
    enabled: !isAnswered && !busy,
    letters: shortcuts,
    kind,
    isHere: (focused) => form.current?.contains(focused) ?? false,
    onChoose: (place) => {
      const option = options[place];
      if (!option) return;
      setChosen(option.id);
      // From here Enter answers.
      form.current?.querySelector<HTMLInputElement>(`input[value="${option.id}"]`)?.focus();
    },
  });

  // Moves the focus of screen readers and keyboard to the new question, then to its verdict.
  useEffect(() => {
    (isAnswered ? verdict : heading).current?.focus({ preventScroll: !isAnswered });
  }, [isAnswered]);

  const reply = () => {
    if (chosen === null) return;
    onReply(chosen);
  };

  return (
    <Card title={title} aside={aside}>
      <LinkedQuestion questionId={question.id} isAnswered={isAnswered}>
        <BesideText text={question.baseText}>
          <form
            ref={form}
            className="grid grid-cols-1 gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              if (answer) onNext();
              else reply();
            }}
          >
            <div ref={heading} tabIndex={-1} className="outline-none">
              <QuestionText format={format} text={question.questionText} className="max-w-[70ch]" />
            </div>
            <fieldset className="grid min-w-0 grid-cols-1 gap-2" disabled={busy}>
              <legend className="sr-only">Alternativas</legend>
              {options.map((option, place) => (
                <OptionRow
                  key={option.id}
                  name={name}
                  letter={optionLabelOf(place, kind)}
                  question={question}
                  optionId={option.id}
                  checked={(answer?.optionId ?? chosen) === option.id}
                  onChoose={() => setChosen(option.id)}
                />
              ))}
            </fieldset>
            {answer && (
              <div ref={verdict} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
                <Notice tone={answer.isCorrect ? 'ok' : 'bad'} title={verdictOf(question)} />
                <OutdatedNotice outdated={answer.outdated} />
                {trapOf(question) && <p className="text-sm">{trapOf(question)}</p>}
                {answer.comment && (
                  <div className="border-sun-edge border-l-3 pl-4">
                    <p className="font-strong text-sm">Comentário</p>
                    <QuestionText format={format} text={answer.comment} className="max-w-[70ch]" />
                  </div>
                )}
                {children}
              </div>
            )}
            {answer ? (
              <Button type="submit" variant="next" className="justify-self-end max-md:w-full">
                {nextLabel} <ArrowRight />
              </Button>
            ) : (
              <div className="flex items-center justify-end gap-4">
                {shortcuts && (
                  <p className="mr-auto flex items-center gap-1.5 text-ink-soft text-xs max-md:hidden">
                    <OptionKeys kind={kind} count={options.length} /> escolhe, <Kbd>Enter</Kbd> responde
                  </p>
                )}
                <Button
                  type="submit"
                  className="max-md:w-full"
                  disabled={chosen === null}
                  busy={busy}
                  busyLabel="Corrigindo..."
                >
                  <PricedLabel postponesTo={question.postponesTo ?? null}>Responder</PricedLabel>
                </Button>
              </div>
            )}
          </form>
        </BesideText>
      </LinkedQuestion>
    </Card>
  );
}

function verdictOf({ answer, kind, options }: Answerable): string {
  if (!answer) return '';
  if (answer.isAnnulled) return 'Questão anulada: vale para todos';
  if (answer.isCorrect) return 'Resposta certa';
  const right = options.findIndex(({ id }) => id === answer.rightOptionId);
  if (kind === 'true_false') return `Resposta errada: o gabarito é ${options[right]?.optionText ?? ''}`;
  return `Resposta errada: a certa é a ${optionLabelOf(right)}`;
}

/** The text for a wrong option that more students chose than any other; null otherwise. */
function trapOf({ answer, kind, options }: Answerable): string | null {
  if (!answer?.shares || answer.isCorrect) return null;
  const shareOf = (id: number) => answer.shares?.find((share) => share.id === id)?.percent ?? 0;
  const own = shareOf(answer.optionId);
  if (answer.shares.some(({ id, percent }) => id !== answer.optionId && percent >= own)) return null;
  const place = options.findIndex(({ id }) => id === answer.optionId);
  return `${own}% marcaram ${optionLabelOf(place, kind)}, como você. ${shareOf(answer.rightOptionId)}% acertaram.`;
}

type OptionRowProps = {
  name: string;
  letter: string;
  question: Answerable;
  optionId: number;
  checked: boolean;
  onChoose: () => void;
};

function OptionRow({ name, letter, question, optionId, checked, onChoose }: OptionRowProps) {
  const { answer, kind, format, options } = question;
  const text = options.find(({ id }) => id === optionId)?.optionText ?? '';
  const isRight = answer?.rightOptionId === optionId;
  const isWrong = answer !== null && checked && !isRight;
  const comment = answer?.optionComments.find(({ id }) => id === optionId)?.comment;
  const share = answer?.shares?.find(({ id }) => id === optionId)?.percent;
  return (
    <label
      className={cx(
        'grid grid-cols-[34px_minmax(0,1fr)] items-start gap-3 rounded-control border px-3 py-2.75',
        answer === null &&
          'cursor-pointer border-line-strong hover:bg-hover has-[:checked]:border-primary has-[:checked]:bg-selected',
        answer !== null && (isRight ? 'border-ok bg-ok-tint' : isWrong ? 'border-bad bg-bad-tint' : 'border-line'),
        'has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-focus has-[:focus-visible]:outline-offset-2',
      )}
    >
      <NativeInput
        type="radio"
        name={name}
        value={optionId}
        className="peer absolute size-px opacity-0"
        checked={checked}
        disabled={answer !== null}
        onChange={onChoose}
      />
      <span
        aria-hidden="true"
        className={cx(
          'grid size-[30px] place-items-center rounded-full border-[1.5px] font-strong text-sm',
          isRight
            ? 'border-ok text-ok'
            : isWrong
              ? 'border-bad text-bad'
              : 'border-line-strong peer-checked:border-primary peer-checked:bg-primary peer-checked:text-on-primary',
        )}
      >
        {isRight ? <Check /> : isWrong ? <X /> : letter}
      </span>
      <span className="grid min-w-0 grid-cols-1 gap-1 pt-0.75">
        <span className="sr-only">{letter}: </span>
        <QuestionText format={format} text={text} />
        {answer !== null && (isRight || checked) && (
          <span className={cx('font-strong text-sm', isRight ? 'text-ok' : 'text-bad')}>
            {isRight ? rightWords[kind] : 'Sua resposta'}
            {isRight && checked && ' · sua resposta'}
          </span>
        )}
        {share !== undefined && (
          <span className="grid gap-1 text-ink-soft text-sm tabular-nums">
            <span aria-hidden="true" className="block h-1 rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-ink-soft" style={{ width: `${share}%` }} />
            </span>
            {share}% dos alunos marcaram esta
          </span>
        )}
        {comment && <QuestionText format={format} text={comment} className="text-sm" />}
      </span>
    </label>
  );
}
