import { Check } from 'lucide-react';
import { useState } from 'react';
import type { ImportEntry } from '#contract/questions/question-import.ts';
import { kindOf, optionLabelOf } from '#contract/questions/question-kind.ts';
import { FoldedText } from '#web/editor/base-text.tsx';
import { QuestionText } from '#web/editor/question-text.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/notice.tsx';
import { CorrectEntry } from '../correct-entry.tsx';

type ReviewQuestionProps = {
  importId: number;
  entry: ImportEntry;
  /** The option that was selected as right and is not stored yet. */
  right: number | null;
  onRight: (place: number) => void;
};

/** A question as it was parsed, with buttons to select its right option. */
export function ReviewQuestion({ importId, entry, right, onRight }: ReviewQuestionProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  const question = entry.question ?? entry.unfinished;
  return (
    <section aria-label={`Questão ${entry.number ?? entry.line}`} className="grid grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">Questão {entry.number ?? entry.line}</h2>
        <EntryBadge entry={entry} />
      </div>
      {entry.problem && <Notice tone="sun">{entry.problem}</Notice>}
      {question?.baseText && <FoldedText text={question.baseText} />}
      {question ? (
        <>
          <QuestionText format={question.format} text={question.questionText} />
          <ol className="grid grid-cols-1 gap-2">
            {question.options.map((option, place) => {
              const isRight = right === null ? option.isCorrect : right === place;
              const label = optionLabelOf(place, kindOf(question.options));
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: options of one question are never reordered here
                <li key={place} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-2">
                  <button
                    type="button"
                    aria-pressed={isRight}
                    aria-label={`Marcar ${label} como certa`}
                    onClick={() => onRight(place)}
                    className={cx(
                      'grid min-h-11 min-w-11 place-items-center rounded-full border px-2 font-strong',
                      isRight ? 'border-ok bg-ok-tint text-ok' : 'border-line-strong hover:bg-hover',
                    )}
                  >
                    {isRight ? <Check className="size-4" /> : label}
                  </button>
                  <div className="rounded-control border border-line px-3 py-2">
                    <QuestionText format={question.format} text={option.optionText} />
                  </div>
                </li>
              );
            })}
          </ol>
        </>
      ) : (
        <p className="text-ink-soft">{entry.excerpt}</p>
      )}
      {entry.problem && (
        <Button variant="line" size="sm" className="justify-self-start" onClick={() => setCorrecting(true)}>
          Escrever à mão
        </Button>
      )}
      {isCorrecting && <CorrectEntry importId={importId} entry={entry} onClose={() => setCorrecting(false)} />}
    </section>
  );
}

function EntryBadge({ entry }: { entry: ImportEntry }) {
  if (entry.isLeftOut) return <Badge>Fica de fora</Badge>;
  if (entry.problem && entry.isAnnulled) return <Badge>Anulada</Badge>;
  if (entry.problem) return <Badge tone="sun">Pede um olhar</Badge>;
  if (entry.duplicate) return <Badge>{entry.duplicate === 'bank' ? 'Já está no banco' : 'Repetida na prova'}</Badge>;
  return <Badge tone="ok">Pronta</Badge>;
}
