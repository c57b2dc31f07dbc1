import { type KeyboardEvent, useRef } from 'react';
import type { Question } from '#contract/questions/question.ts';
import { optionIndexOfKey, optionLabelOf } from '#contract/questions/question-kind.ts';
import { cx } from '#web/ui/cx.ts';
import { NativeInput } from '#web/ui/native-field.tsx';

type AnswerCardBubblesProps = {
  questions: readonly Question[];
  marked: (questionId: number) => number | null;
  /** The answer in the notebook, if it may be shown. */
  notebook: ((questionId: number) => number | null) | null;
  onMark: (questionId: number, optionId: number | null) => void;
  letters: boolean;
  locked: boolean;
};

const letterOf = ({ kind, options }: Question, optionId: number) =>
  optionLabelOf(
    options.findIndex(({ id }) => id === optionId),
    kind,
  );

/** Whether the bubble differs from the notebook; an empty bubble does not count as different. */
export const differs = (mark: number | null, notebook: number | null) =>
  mark !== null && notebook !== null && mark !== notebook;

/** The bubbles, a row for each item: by touch, by arrows and letters, and as groups of choices for screen readers. */
export function AnswerCardBubbles({ questions, marked, notebook, onMark, letters, locked }: AnswerCardBubblesProps) {
  const rows = useRef(new Map<number, HTMLFieldSetElement>());
  const isWide = questions.some(({ options }) => options.length > 2);

  /** A letter key fills the bubble and moves to the next item. */
  const press = (event: KeyboardEvent, question: Question, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const option = letters ? question.options[optionIndexOfKey(event.key, question.kind)] : undefined;
    if (option && !locked) {
      event.preventDefault();
      onMark(question.id, option.id);
      const next = questions[index + 1];
      if (next) rows.current.get(next.id)?.querySelector('input')?.focus();
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && !locked) onMark(question.id, null);
  };

  return (
    <div
      className={cx(
        'gap-x-3 max-md:text-sm md:gap-x-6',
        isWide ? 'columns-[17rem]' : 'max-md:columns-2 md:columns-[15rem]',
      )}
    >
      {questions.map((question, index) => {
        const mark = marked(question.id);
        const noted = notebook?.(question.id) ?? null;
        const isDifferent = differs(mark, noted);
        return (
          <fieldset
            key={question.id}
            ref={(row) => {
              if (row) rows.current.set(question.id, row);
              else rows.current.delete(question.id);
            }}
            onKeyDown={(event) => press(event, question, index)}
            className={cx(
              'flex min-w-0 break-inside-avoid flex-wrap items-center',
              (index + 1) % 5 === 0 ? 'border-line-strong border-b-2' : 'border-line border-b',
              isDifferent && 'bg-sun-tint',
            )}
          >
            <legend className="float-left w-6.5 shrink-0 whitespace-nowrap pr-1 text-right tabular-nums md:w-8.5">
              <span className="sr-only">Item </span>
              {index + 1}
            </legend>
            {question.options.map((option, place) => (
              <label key={option.id} className="grid size-11 cursor-pointer place-items-center">
                <NativeInput
                  type="radio"
                  name={`mark-${question.id}`}
                  checked={option.id === mark}
                  disabled={locked}
                  aria-label={`${index + 1}: ${question.kind === 'true_false' ? option.optionText : optionLabelOf(place, question.kind)}`}
                  onChange={() => onMark(question.id, option.id)}
                  onClick={() => option.id === mark && onMark(question.id, null)}
                  className="peer absolute size-px opacity-0"
                />
                <span
                  aria-hidden="true"
                  className="grid size-7 place-items-center rounded-full border-[1.5px] border-line-strong text-xs peer-checked:marked-ground peer-checked:border-ink peer-checked:bg-ink peer-checked:font-strong peer-checked:text-surface peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2"
                >
                  {optionLabelOf(place, question.kind)}
                </span>
              </label>
            ))}
            {isDifferent && noted !== null && (
              <span className="font-strong text-sun-ink text-xs md:pl-1">
                <span className="max-md:hidden">no caderno: {letterOf(question, noted)}</span>
                <span className="md:hidden">era {letterOf(question, noted)}</span>
              </span>
            )}
          </fieldset>
        );
      })}
    </div>
  );
}
