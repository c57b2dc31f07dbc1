import { ListPlus } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { type Movable, MovableRow } from '#web/ui/movable-row.tsx';
import type { ContentItem } from './course-content.ts';
import { itemKind } from './item-kind.tsx';

type ContentRowProps = Movable & {
  item: ContentItem;
  /** Nothing above it has this title: a module may begin here. */
  mayBegin: boolean;
  onBegin: () => void;
};

export function ContentRow({ item, mayBegin, onBegin, ...movable }: ContentRowProps) {
  return (
    <MovableRow
      {...movable}
      name={item.title}
      placeLabel={`Posição de ${item.title}`}
      className="px-4 py-2 md:px-5"
      actions={
        mayBegin && (
          <Button
            variant="quiet"
            size="icon"
            title="Começar um módulo aqui"
            aria-label={`Começar um módulo em ${item.title}`}
            onClick={onBegin}
          >
            <ListPlus />
          </Button>
        )
      }
    >
      {itemKind[item.kind].icon}
      <span className="min-w-0 grow basis-1/2 [overflow-wrap:anywhere]">
        <span className="sr-only">{itemKind[item.kind].name}: </span>
        {item.title}
      </span>
    </MovableRow>
  );
}
