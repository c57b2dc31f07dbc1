import { ArrowDown, ArrowUp, GripVertical, ListPlus, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PlaceInput } from '../../ui/place-input.tsx';
import type { ContentItem } from './course-content.ts';
import { itemKind } from './item-kind.tsx';

export type ContentRowProps = {
  item: ContentItem;
  index: number;
  count: number;
  isDragged: boolean;
  /** Nothing above it has this title: a module may begin here. */
  mayBegin: boolean;
  onDrag: (isDragged: boolean) => void;
  onDragOver: () => void;
  onMove: (to: number) => void;
  onBegin: () => void;
  onRemove: () => void;
};

/** One item: moved by its handle, by arrows, or to a place by its number. */
export function ContentRow(props: ContentRowProps) {
  const { item, index, count, isDragged, mayBegin, onDrag, onDragOver, onMove, onBegin, onRemove } = props;
  return (
    <li
      onDragOver={(event) => {
        event.preventDefault();
        onDragOver();
      }}
      className={cx('flex flex-wrap items-center gap-2 px-4 py-2 md:flex-nowrap md:px-5', isDragged && 'opacity-60')}
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
      <PlaceInput key={index} label={`Posição de ${item.title}`} index={index} count={count} onMove={onMove} />
      {itemKind[item.kind].icon}
      <span className="min-w-0 grow basis-1/2 [overflow-wrap:anywhere]">
        <span className="sr-only">{itemKind[item.kind].name}: </span>
        {item.title}
      </span>
      <span className="ml-auto flex shrink-0">
        {mayBegin && (
          <Button
            variant="quiet"
            size="icon"
            title="Começar um módulo aqui"
            aria-label={`Começar um módulo em ${item.title}`}
            onClick={onBegin}
          >
            <ListPlus />
          </Button>
        )}
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Subir ${item.title}`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <ArrowUp />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Descer ${item.title}`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          <ArrowDown />
        </Button>
        <Button variant="quiet" size="icon" aria-label={`Tirar ${item.title}`} onClick={onRemove}>
          <X />
        </Button>
      </span>
    </li>
  );
}
