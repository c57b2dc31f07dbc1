import { ArrowDown, ArrowUp, RefreshCw, X } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { statusNames } from '../../questions/bank-words.ts';
import type { ChosenQuestion } from './composition-draft.ts';

type ChosenQuestionsProps = {
  questions: ChosenQuestion[];
  onChange: (questions: ChosenQuestion[]) => void;
  /** Saves with the newest version of every question. */
  onRefresh: () => void;
};

/** The fixed questions of a quiz, in order. */
export function ChosenQuestions({ questions, onChange, onRefresh }: ChosenQuestionsProps) {
  const outdated = questions.filter(({ hasNewerVersion }) => hasNewerVersion).length;
  const swap = (from: number, to: number) => {
    const moved = questions[from];
    if (moved) onChange(questions.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <Card title={`Questões escolhidas (${questions.length})`}>
      {questions.length === 0 && (
        <p className="text-ink-soft">Nenhuma questão fixa. Escolha no banco, ou use sorteios.</p>
      )}
      {outdated > 0 && (
        <Notice
          className="mb-4"
          tone="sun"
          title="Há versões mais novas no banco"
          action={
            <Button variant="line" size="sm" onClick={onRefresh}>
              <RefreshCw /> Atualizar
            </Button>
          }
        >
          O simulado usa a versão anterior de {outdated} {outdated === 1 ? 'questão' : 'questões'}.
        </Notice>
      )}
      <ol className="grid grid-cols-1 gap-2">
        {questions.map((question, place) => (
          <li
            key={question.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded-control border border-line p-3"
          >
            <div className="min-w-0">
              <p className="line-clamp-2 break-words">
                <span className="font-strong tabular-nums">{place + 1}.</span> {question.excerpt}
              </p>
              <div className="mt-1 flex flex-wrap gap-2">
                {question.status !== 'active' && <Badge tone="bad">{statusNames[question.status]}</Badge>}
                {question.hasNewerVersion && <Badge tone="sun">Versão anterior</Badge>}
              </div>
            </div>
            <div className="flex">
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Subir questão ${place + 1}`}
                disabled={place === 0}
                onClick={() => swap(place, place - 1)}
              >
                <ArrowUp />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Descer questão ${place + 1}`}
                disabled={place === questions.length - 1}
                onClick={() => swap(place, place + 1)}
              >
                <ArrowDown />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Tirar questão ${place + 1}`}
                onClick={() => onChange(questions.filter(({ id }) => id !== question.id))}
              >
                <X />
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
