import { GripVertical } from 'lucide-react';
import { cx } from './cx.ts';

type DragHandleProps = { className?: string; onDrag: (isDragged: boolean) => void };

/** What a row of a sortable list is dragged by. For the pointer alone: buttons, a menu or keys move the row, too. */
export const DragHandle = ({ className = 'w-6', onDrag }: DragHandleProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the row has controls that do the same
  <span
    draggable
    onDragStart={() => onDrag(true)}
    onDragEnd={() => onDrag(false)}
    title="Arraste para mudar a ordem"
    className={cx(
      'grid h-11 shrink-0 cursor-grab place-items-center text-ink-soft active:cursor-grabbing max-md:hidden',
      className,
    )}
  >
    <GripVertical />
  </span>
);
