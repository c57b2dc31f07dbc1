import { Shuffle } from 'lucide-react';
import { difficultyNames, sourceOf, statusNames } from '#web/features/questions/questions/bank-words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Movable, MovableRow } from '#web/ui/movable-row.tsx';
import type { ChosenQuestion } from './composition-draft.ts';

type ChosenRowProps = Movable & {
  question: ChosenQuestion;
  isSwapping: boolean;
  onSwap: () => void;
};

/** A question of the composition. */
export function ChosenRow({ question, isSwapping, onSwap, ...movable }: ChosenRowProps) {
  const { subject, topic, difficulty } = question;
  const name = `questão ${movable.index + 1}`;
  return (
    <MovableRow
      {...movable}
      name={name}
      placeLabel={`Posição da ${name}`}
      className="rounded-control border border-line p-2"
      actions={
        question.inBank && (
          <Button variant="quiet" size="sm" busy={isSwapping} busyLabel="Trocando..." onClick={onSwap}>
            <Shuffle /> Trocar esta<span className="sr-only">: {name}</span>
          </Button>
        )
      }
    >
      <div className="min-w-0 grow basis-1/2">
        <p className="line-clamp-2 break-words">{question.excerpt}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
          {[subject ?? 'Sem matéria', topic, sourceOf(question), difficulty && difficultyNames[difficulty]]
            .filter(Boolean)
            .join(' · ')}
          {question.status !== 'active' && <Badge tone="bad">{statusNames[question.status]}</Badge>}
          {question.hasNewerVersion && <Badge tone="sun">Versão anterior</Badge>}
        </p>
      </div>
    </MovableRow>
  );
}
