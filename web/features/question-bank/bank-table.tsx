import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { BankQuestionSummary } from '../../../contract/question-bank.ts';
import { paths } from '../../lib/paths.ts';
import { useShortcuts } from '../../lib/preferences.ts';
import { Card } from '../../ui/card.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { sourceOf } from '../questions/bank-words.ts';
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
};

/** The bank as a table to work in: one row is looked at, any number is chosen, by hand or by keys. */
export function BankTable(props: BankTableProps) {
  const { rows, loading, empty, current, onCurrent, isChosen, onToggle, onToggleAll } = props;
  const shortcuts = useShortcuts();
  const [, navigate] = useLocation();
  const area = useRef<HTMLElement>(null);
  const allChosen = rows.length > 0 && rows.every(({ id }) => isChosen(id));
  const someChosen = rows.some(({ id }) => isChosen(id));

  const columns: Column<BankQuestionSummary>[] = [
    {
      key: 'chosen',
      header: (
        <label className="grid size-11 place-items-center md:size-auto">
          <input
            type="checkbox"
            className="tick"
            aria-label="Escolher todas as questões à vista"
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
          <input
            type="checkbox"
            className="tick"
            aria-label={`Escolher a questão ${id}: ${excerpt.slice(0, 80)}`}
            checked={isChosen(id)}
            onClick={(event) => event.stopPropagation()}
            onChange={() => onToggle(id)}
          />
        </label>
      ),
    },
    { key: 'id', header: 'Nº', phone: 'hidden', cell: ({ id }) => <span data-row={id}>{id}</span> },
    {
      key: 'question',
      header: 'Enunciado',
      phone: 'title',
      cell: (question) => (
        <Link
          href={paths.bankQuestion(question.id)}
          className="line-clamp-2 text-ink no-underline hover:underline md:line-clamp-1 pointer-coarse:min-h-11"
        >
          {question.excerpt}
        </Link>
      ),
    },
    {
      key: 'subject',
      header: 'Assunto',
      phone: 'plain',
      cell: ({ subject, topic }) => <span className="line-clamp-1">{topic || (subject ?? 'Sem matéria')}</span>,
    },
    { key: 'source', header: 'Origem', phone: 'hidden', nowrap: true, cell: (question) => sourceOf(question) || '—' },
    { key: 'status', header: 'Situação', phone: 'plain', cell: ({ status }) => <StatusBadge status={status} /> },
  ];

  const move = (step: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === current);
    const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
    if (!next) return;
    onCurrent(next.id);
    area.current?.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = shortcuts ? event.key.toLowerCase() : '';
    if (event.key === 'ArrowDown' || letter === 'j') move(1);
    else if (event.key === 'ArrowUp' || letter === 'k') move(-1);
    else if (letter === 'x' && current !== null) onToggle(current);
    else if (letter === 'e' && current !== null) navigate(paths.bankQuestion(current));
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
        className="[&_td]:md:py-2.5 [&_th:nth-child(3)]:md:w-3/5"
      >
        <Table
          caption="Questões do banco"
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
          <Kbd>J</Kbd> <Kbd>K</Kbd> andar, <Kbd>X</Kbd> escolher, <Kbd>E</Kbd> abrir
        </p>
      )}
    </Card>
  );
}
