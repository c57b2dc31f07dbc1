import { Check } from 'lucide-react';
import { kindOf, optionLabelOf } from '#contract/questions/question-kind.ts';
import type { QuestionFormat } from '#contract/questions/question-shapes.ts';
import { FoldedText, type ShownText } from '#web/editor/base-text.tsx';
import { QuestionText } from '#web/editor/question-text.tsx';
import { cx } from '#web/ui/cx.ts';

type Shown = {
  baseText?: ShownText | null | undefined;
  format: QuestionFormat;
  questionText: string;
  comment: string;
  options: readonly { optionText: string; comment: string; isCorrect: boolean }[];
};

/** A question with its key and comments, to be read. */
export function QuestionReading({ question }: { question: Shown }) {
  const { format, options, comment } = question;
  return (
    <div className="grid grid-cols-1 gap-3">
      {question.baseText && <FoldedText text={question.baseText} />}
      <QuestionText format={format} text={question.questionText} className="max-w-[75ch]" />
      <ol className="grid grid-cols-1 gap-1.5">
        {options.map((option, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: options of one question are never reordered here
            key={place}
            className={cx(
              'grid grid-cols-[28px_minmax(0,1fr)] gap-2 rounded-control border px-3 py-2',
              option.isCorrect ? 'border-ok bg-ok-tint' : 'border-line',
            )}
          >
            <span className={cx('font-strong', option.isCorrect && 'text-ok')}>
              {optionLabelOf(place, kindOf(options))}
              {option.isCorrect && <span className="sr-only"> (certa)</span>}
            </span>
            <div className="min-w-0">
              <div className="flex items-start gap-2">
                <QuestionText format={format} text={option.optionText} className="min-w-0 flex-1" />
                {option.isCorrect && <Check className="mt-0.5 shrink-0 text-ok" />}
              </div>
              {option.comment && (
                <QuestionText format={format} text={option.comment} className="mt-1 text-ink-soft text-sm" />
              )}
            </div>
          </li>
        ))}
      </ol>
      {comment && (
        <div className="border-sun-edge border-l-3 pl-4">
          <p className="font-strong text-sm">Comentário</p>
          <QuestionText format={format} text={comment} className="max-w-[75ch] text-sm" />
        </div>
      )}
    </div>
  );
}
