import { ArrowDown, ArrowUp, EllipsisVertical, Play, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import type { ListItem, QuestionList } from '#contract/study/question-lists.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { DragHandle } from '#web/ui/drag-handle.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { useMoveQuestion, useRemoveQuestion } from './question-lists.queries.ts';

/** One page of a list. In the owner's order a row moves by dragging, by Alt and the arrows, or by its menu. */
export function ListRows({ list, canMove }: { list: QuestionList; canMove: boolean }) {
  const { id, items, nextNumber, total, isLiving } = list;
  const move = useMoveQuestion(id);
  const remove = useRemoveQuestion(id);
  const [dragged, setDragged] = useState<number | null>(null);
  const moveTo = (questionId: number, number: number) => {
    if (number >= 1 && number <= total) move.mutate({ questionId, number });
  };
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <ol className="grid grid-cols-1 divide-y divide-line">
        {items.map((item) => (
          <Row
            key={item.questionId}
            item={item}
            isNext={item.number === nextNumber}
            canMove={canMove}
            canRemove={!isLiving}
            onMove={(number) => moveTo(item.questionId, number)}
            onRemove={() => remove.mutate(item.questionId)}
            onDrag={(isDragged) => setDragged(isDragged ? item.questionId : null)}
            onDrop={() => dragged !== null && dragged !== item.questionId && moveTo(dragged, item.number)}
          />
        ))}
      </ol>
      <p className="flex flex-wrap justify-between gap-2 border-line border-t px-4 py-3 text-ink-soft text-sm max-md:hidden">
        {canMove && (
          <span>
            Arraste para mudar a ordem, ou <Kbd>Alt</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd>
          </span>
        )}
        <span>Impressão: enunciados, folha de respostas e gabarito no fim</span>
      </p>
    </div>
  );
}

type RowProps = {
  item: ListItem;
  isNext: boolean;
  canMove: boolean;
  canRemove: boolean;
  onMove: (number: number) => void;
  onRemove: () => void;
  onDrag: (isDragged: boolean) => void;
  onDrop: () => void;
};

function Row({ item, isNext, canMove, canRemove, onMove, onRemove, onDrag, onDrop }: RowProps) {
  const { questionId, number, state, excerpt, topic, source, year, outdated } = item;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canMove || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(number + (event.key === 'ArrowUp' ? -1 : 1));
  };
  const words = excerpt ?? closedWords(item);
  const isAnswered = state === 'right' || state === 'wrong';
  return (
    <li
      onKeyDown={onKeyDown}
      onDragOver={(event) => canMove && event.preventDefault()}
      onDrop={onDrop}
      aria-current={isNext || undefined}
      className={cx('flex items-center gap-3 py-2 pr-2 pl-4', isNext && 'border-primary border-l-4 bg-selected pl-3')}
    >
      {canMove && <DragHandle onDrag={onDrag} />}
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-4 lg:grid-cols-[minmax(0,1fr)_12rem_9rem] lg:items-center">
        <p className={cx('line-clamp-2 lg:line-clamp-1', excerpt === null && 'text-ink-soft')}>
          <b className="font-strong tabular-nums">{number}</b>{' '}
          {isAnswered ? (
            <Link href={paths.answeredQuestion(questionId)} className="tappable text-ink no-underline hover:underline">
              {words}
            </Link>
          ) : (
            words
          )}
          {outdated?.reason && <span className="text-ink-soft text-sm"> Desatualizada: {outdated.reason}</span>}
        </p>
        <span className="truncate text-sm max-lg:text-ink-soft max-lg:text-xs">{topic}</span>
        <span className="truncate text-ink-soft text-sm max-lg:hidden">{[source, year].filter(Boolean).join(' ')}</span>
      </div>
      <span className="shrink-0 lg:w-38">
        <StateBadge item={item} isNext={isNext} />
      </span>
      {(canMove || canRemove) && (
        <Menu
          trigger={
            <Button variant="quiet" size="icon" aria-label={`Opções da questão ${number}`}>
              <EllipsisVertical />
            </Button>
          }
        >
          {canMove && (
            <>
              <MenuItem icon={<ArrowUp />} onSelect={() => onMove(number - 1)}>
                Mover para cima
              </MenuItem>
              <MenuItem icon={<ArrowDown />} onSelect={() => onMove(number + 1)}>
                Mover para baixo
              </MenuItem>
              <MenuItem icon={<ArrowUp />} onSelect={() => onMove(1)}>
                Mover para o começo
              </MenuItem>
            </>
          )}
          {canRemove && (
            <MenuItem icon={<X />} onSelect={onRemove}>
              Tirar do caderno
            </MenuItem>
          )}
        </Menu>
      )}
    </li>
  );
}

const closedWords = ({ outdated }: ListItem): string =>
  outdated
    ? 'Não entra mais em treinos e simulados.'
    : 'Fechada por enquanto: é de um simulado, ou não faz parte do que você pode treinar agora.';

function StateBadge({ item: { state, wrongs, outdated }, isNext }: { item: ListItem; isNext: boolean }) {
  if (outdated) return <Badge>desatualizada</Badge>;
  if (state === 'right') return <Badge tone="ok">certa</Badge>;
  if (state === 'wrong') return <Badge tone="bad">{wrongs > 1 ? `errada, ${wrongs} vezes` : 'errada'}</Badge>;
  if (state === 'closed') return <Badge>fechada</Badge>;
  if (!isNext) return <Badge>nova</Badge>;
  return (
    <Badge tone="sun" icon={<Play />}>
      você está aqui
    </Badge>
  );
}
