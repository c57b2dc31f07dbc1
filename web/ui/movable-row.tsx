import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { DragHandle } from './drag-handle.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { PositionInput } from './position-input.tsx';

/** What a sortable list passes to each of its rows. */
export type Movable = {
  index: number;
  count: number;
  isDragged: boolean;
  onDrag: (isDragged: boolean) => void;
  onDragOver: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

type MovableRowProps = Movable & {
  /** The name of the row in the labels of its buttons: 'Subir questão 3'. */
  name: string;
  placeLabel: string;
  className: string;
  /** Before the arrows. */
  actions: ReactNode;
  children: ReactNode;
};

/** A row of a sortable list: moved by its handle, by arrows, or to a position by its number. */
export function MovableRow(props: MovableRowProps) {
  const { index, count, isDragged, onDrag, onDragOver, onMove, onRemove, name } = props;
  return (
    <li
      onDragOver={(event) => {
        event.preventDefault();
        onDragOver();
      }}
      className={cx('flex flex-wrap items-center gap-2 md:flex-nowrap', props.className, isDragged && 'opacity-60')}
    >
      <DragHandle onDrag={onDrag} />
      <PositionInput key={index} label={props.placeLabel} index={index} count={count} onMove={onMove} />
      {props.children}
      <span className="ml-auto flex shrink-0 items-center">
        {props.actions}
        <MoveButtons name={name} index={index} count={count} onMove={onMove} />
        <Button variant="quiet" size="icon" aria-label={`Tirar ${name}`} onClick={onRemove}>
          <X />
        </Button>
      </span>
    </li>
  );
}
