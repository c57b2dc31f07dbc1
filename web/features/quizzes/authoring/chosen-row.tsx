import { ArrowDown, ArrowUp, GripVertical, Shuffle, X } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { PlaceInput } from '../../../ui/place-input.tsx';
import { difficultyNames, sourceOf, statusNames } from '../../questions/bank-words.ts';
import type { ChosenQuestion } from './composition-draft.ts';

type ChosenRowProps = {
  question: ChosenQuestion;
  place: number;
  count: number;
  isDragged: boolean;
  isSwapping: boolean;
  onDrag: (isDragged: boolean) => void;
  onDragOver: () => void;
  onMove: (to: number) => void;
  onSwap: () => void;
  onRemove: () => void;
};

/** A question of the composition: moved by its handle, by arrows, or to a place by its number. */
export function ChosenRow(props: ChosenRowProps) {
  const { question, place, count, isDragged, isSwapping, onDrag, onDragOver, onMove, onSwap, onRemove } = props;
  const { subject, topic, difficulty } = question;
  return (
    <li
      onDragOver={(event) => {
        event.preventDefault();
        onDragOver();
      }}
      className={cx(
        'flex flex-wrap items-center gap-2 rounded-control border border-line p-2 md:flex-nowrap',
        isDragged && 'opacity-60',
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only, the number and the arrows do the same by keyboard */}
      <span
        draggable
        onDragStart={() => onDrag(true)}
        onDragEnd={() => onDrag(false)}
        title="Arraste para mudar a ordem"
        className="grid h-11 w-6 shrink-0 cursor-grab place-items-center text-ink-soft active:cursor-grabbing max-md:hidden"
      >
        <GripVertical />
      </span>
      <PlaceInput key={place} label={`Posição da questão ${place + 1}`} index={place} count={count} onMove={onMove} />
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
      <span className="ml-auto flex shrink-0 items-center">
        {question.inBank && (
          <Button variant="quiet" size="sm" busy={isSwapping} busyLabel="Trocando..." onClick={onSwap}>
            <Shuffle /> Trocar esta<span className="sr-only">: questão {place + 1}</span>
          </Button>
        )}
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Subir questão ${place + 1}`}
          disabled={place === 0}
          onClick={() => onMove(place - 1)}
        >
          <ArrowUp />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Descer questão ${place + 1}`}
          disabled={place === count - 1}
          onClick={() => onMove(place + 1)}
        >
          <ArrowDown />
        </Button>
        <Button variant="quiet" size="icon" aria-label={`Tirar questão ${place + 1}`} onClick={onRemove}>
          <X />
        </Button>
      </span>
    </li>
  );
}
