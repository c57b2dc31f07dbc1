import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { BankQuestionSummary, BankSort } from '#contract/questions/question-bank.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useShortcuts } from '#web/lib/preferences.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/kbd.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { difficultyNames } from './bank-words.ts';
import { StatusBadge } from './status-badge.tsx';

type BankTableProps = {
  rows: BankQuestionSummary[];
  loading: boolean;
  empty: ReactNode;
  /** The row that the pane shows. */
  current: number | null;
  onCurrent: (id: number) => void;
  isChosen: (id: number) => boolean;
  onToggle: (id: number) => void;
  onToggleAll: (choose: boolean) => void;
  order: TableOrder;
  onOrder: (order: TableOrder) => void;
  /** Questions are picked from the table instead of opened. */
  picking?: Picking;
};

type Picking = {
  /** The question is in the target already. */
  isTaken: (id: number) => boolean;
  onTake: (id: number) => void;
  /** The statement was pressed. */
  onRead: (id: number) => void;
};

/** '' sorts newest first, or best match first during a search. */
export type TableOrder = { sort: BankSort | ''; order: 'asc' | 'desc' };

const statement =
  'line-clamp-2 md:line-clamp-1 text-ink no-underline hover:underline md:min-w-48 pointer-coarse:min-h-11';
const opposite = { asc: 'desc', desc: 'asc' } as const;
const spoken = { asc: 'ascending', desc: 'descending' } as const;

/** The bank as a table: one row is current, any number is selected, by mouse or keyboard. */
export function BankTable(props: BankTableProps) {
  const { rows, loading, empty, current, onCurrent, isChosen, onToggle, onToggleAll, order, onOrder, picking } = props;
  const shortcuts = useShortcuts();
  const [, navigate] = useLocation();
  const area = useRef<HTMLElement>(null);
  const free = picking ? rows.filter(({ id }) => !picking.isTaken(id)) : rows;
  const allChosen = free.length > 0 && free.every(({ id }) => isChosen(id));
  const someChosen = rows.some(({ id }) => isChosen(id));

  /** A sortable header: first the more useful direction, then the other, then the default order. */
  const sorting = (sort: BankSort, label: string, first: 'asc' | 'desc' = 'asc') => {
    const isSorted = order.sort === sort;
    const next: TableOrder = !isSorted
      ? { sort, order: first }
      : order.order === first
        ? { sort, order: opposite[first] }
        : { sort: '', order: 'desc' };
    return {
      sorted: isSorted ? spoken[order.order] : undefined,
      header: (
        <button
          type="button"
          className="inline-flex items-center gap-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          onClick={() => onOrder(next)}
        >
          {label}
          {isSorted && (order.order === 'asc' ? <ArrowUp className="size-3.5" /> : <ArrowDown className="size-3.5" />)}
        </button>
      ),
    };
  };

  const columns: Column<BankQuestionSummary>[] = [
    {
      key: 'chosen',
      header: (
        <label className="grid size-11 place-items-center md:size-auto">
          <NativeInput
            type="checkbox"
            className="tick"
            aria-label="Escolher todas as questões à vista"
            disabled={free.length === 0}
            checked={allChosen}
            ref={(box) => {
              if (box) box.indeterminate = someChosen && !allChosen;
            }}
            onChange={() => onToggleAll(!allChosen)}
          />
        </label>
      ),
      phone: 'aside',
      cell: ({ id, excerpt }) => (
        <label className="grid size-11 place-items-center md:size-auto">
          <NativeInput
            type="checkbox"
            className="tick"
            aria-label={`Escolher a questão ${id}: ${excerpt.slice(0, 80)}`}
            disabled={picking?.isTaken(id)}
            checked={isChosen(id) || picking?.isTaken(id) === true}
            onClick={(event) => event.stopPropagation()}
            onChange={() => onToggle(id)}
          />
        </label>
      ),
    },
    { key: 'id', ...sorting('id', 'Nº'), phone: 'hidden', cell: ({ id }) => <span data-row={id}>{id}</span> },
    {
      key: 'question',
      header: 'Enunciado',
      phone: 'title',
      cell: (question) =>
        picking ? (
          <button type="button" className={cx(statement, 'text-left')} onClick={() => picking.onRead(question.id)}>
            {question.excerpt}
          </button>
        ) : (
          <Link href={paths.bankQuestion(question.id)} className={statement}>
            {question.excerpt}
          </Link>
        ),
    },
    {
      key: 'subject',
      ...sorting('topic', 'Assunto'),
      phone: 'plain',
      cell: ({ subject, topic }) => <span className="line-clamp-1">{topic || (subject ?? 'Sem matéria')}</span>,
    },
    {
      key: 'source',
      ...sorting('source', 'Banca'),
      phone: 'hidden',
      nowrap: true,
      cell: ({ source }) => (
        <span className="block truncate md:max-w-32 2xl:max-w-none" title={source}>
          {source || '—'}
        </span>
      ),
    },
    { key: 'year', ...sorting('year', 'Ano', 'desc'), phone: 'hidden', cell: ({ year }) => year ?? '—' },
    {
      key: 'difficulty',
      ...sorting('difficulty', 'Dificuldade'),
      phone: 'hidden',
      nowrap: true,
      cell: ({ difficulty }) => (difficulty ? difficultyNames[difficulty] : '—'),
    },
    {
      key: 'rightPercent',
      header: 'Acerto',
      phone: 'hidden',
      align: 'end',
      nowrap: true,
      cell: ({ rightPercent }) => (typeof rightPercent === 'number' ? `${rightPercent}%` : '—'),
    },
    {
      key: 'updated',
      ...sorting('updated', 'Alterada', 'desc'),
      phone: 'hidden',
      nowrap: true,
      cell: ({ updatedAt }) => formatDate(updatedAt),
    },
    {
      key: 'status',
      header: 'Situação',
      phone: 'plain',
      cell: ({ id, status }) =>
        picking?.isTaken(id) ? <Badge tone="info">Incluída</Badge> : <StatusBadge status={status} />,
    },
  ];

  const goTo = (place: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, place))];
    if (!next) return;
    onCurrent(next.id);
    area.current?.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const move = (step: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === current);
    goTo(at < 0 ? 0 : at + step);
  };
  const open = (id: number) => {
    if (!picking) navigate(paths.bankQuestion(id));
    else if (!picking.isTaken(id)) picking.onTake(id);
  };
  const toggle = (id: number) => !picking?.isTaken(id) && onToggle(id);
  /** Keys on a button or checkbox inside the table are left to that control. */
  const ofTable = (event: KeyboardEvent) => event.target === event.currentTarget;
  const press = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      onToggleAll(true);
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = shortcuts ? event.key.toLowerCase() : '';
    if (event.key === 'ArrowDown' || letter === 'j') move(1);
    else if (event.key === 'ArrowUp' || letter === 'k') move(-1);
    else if (event.key === 'Home' && ofTable(event)) goTo(0);
    else if (event.key === 'End' && ofTable(event)) goTo(rows.length - 1);
    else if (event.key === 'Escape' && someChosen) onToggleAll(false);
    else if ((letter === 'x' || (event.key === ' ' && ofTable(event))) && current !== null) toggle(current);
    else if ((letter === 'e' || (event.key === 'Enter' && ofTable(event))) && current !== null) open(current);
    else return;
    event.preventDefault();
  };

  return (
    <Card flush>
      <section
        ref={area}
        aria-label="Questões: setas mudam de linha"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the table act while it has the focus
        tabIndex={0}
        onKeyDown={press}
        className="[&_td]:md:py-2.5 [&_th:nth-child(3)]:md:w-1/2"
      >
        <Table
          caption="Questões do banco"
          // In narrow windows the statement needs the width more than the date of the last change, the ninth column.
          className="md:max-2xl:[&_:is(td,th):nth-child(9)]:hidden"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => String(id)}
          loading={loading}
          empty={empty}
          isSelected={({ id }) => id === current}
          onRowClick={({ id }) => onCurrent(id)}
        />
      </section>
      {shortcuts && rows.length > 0 && (
        <p className="flex items-center justify-end gap-1.5 border-line border-t px-4 py-2 text-ink-soft text-xs max-md:hidden">
          <Kbd>J</Kbd> <Kbd>K</Kbd> andar, <Kbd>X</Kbd> escolher, <Kbd>E</Kbd> {picking ? 'adicionar' : 'abrir'},{' '}
          <Kbd>Ctrl A</Kbd> todas, <Kbd>Esc</Kbd> nenhuma
        </p>
      )}
    </Card>
  );
}
