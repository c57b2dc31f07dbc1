import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { plainText } from '#contract/questions/question-text.ts';
import type { Mistake } from '#contract/study/review.ts';
import { SaveQuestion } from '#web/features/study/question-lists/save-question.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { chosenLabel, dayWords, reasonNames } from './mistake-words.ts';
import { OpenMistake } from './open-mistake.tsx';

type MistakeRowProps = { mistake: Mistake; number: number; canRedo: boolean };

/** One mistake. The closed row has the statement and the student's answer; the key loads when the row is opened. */
export function MistakeRow({ mistake, number, canRedo }: MistakeRowProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = chosenLabel(mistake);
  return (
    <li data-card-text className="flex break-inside-avoid flex-wrap items-start border-line border-b print:block">
      <details
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="group min-w-[min(100%,9rem)] flex-1"
      >
        <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[minmax(0,1fr)_1.25rem] items-center gap-x-3 py-2 hover:bg-hover lg:grid-cols-[1.75rem_minmax(0,1fr)_8rem_8rem_5rem_1.25rem] [&::-webkit-details-marker]:hidden">
          <span className="text-ink-soft text-sm tabular-nums max-lg:hidden">{number}</span>
          <span className="line-clamp-2 wrap-anywhere lg:line-clamp-1 group-open:line-clamp-none print:line-clamp-none">
            {plainText(mistake.format, mistake.questionText)}
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm max-lg:order-last max-lg:col-span-1 lg:contents">
            <span>
              {chosen && (
                <>
                  marcou <b className="font-strong text-bad">{chosen}</b>
                </>
              )}
            </span>
            <span className="text-ink-soft">{mistake.outdated ? <Badge>desatualizada</Badge> : wordsOf(mistake)}</span>
            <span className="text-ink-soft lg:text-right">{dayWords(mistake.lastWrongDay)}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-5 text-ink-soft transition-transform group-open:rotate-180 max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-1 print:hidden"
          />
        </summary>
        {isOpen && <OpenMistake mistake={mistake} canRedo={canRedo && !mistake.outdated} />}
      </details>
      {!mistake.outdated && (
        <SaveQuestion
          questionIds={[mistake.questionId]}
          words={`Guardar no caderno: questão ${number}`}
          variant="icon"
        />
      )}
    </li>
  );
}

const wordsOf = ({ isPostponed, reason }: Mistake) => (isPostponed ? 'adiada' : reason && reasonNames[reason]);
