import { MoreHorizontal, Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { SyllabusMeasure } from '#contract/content/syllabus.ts';
import { QUESTION_LABEL_MAX, SUBJECT_NAME_MAX, SYLLABUS_TOPICS_MAX } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { DragHandle } from '#web/ui/drag-handle.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { blockEnd, type Level, moved, movedDown, movedUp, removed, shifted } from './outline.ts';
import { newRow, type SyllabusRow } from './syllabus-draft.ts';

type Rows = readonly SyllabusRow[];
type OutlineEditorProps = {
  rows: Rows;
  measure: SyllabusMeasure;
  problems: Record<string, string>;
  onChange: (rows: Rows) => void;
};

const indents = ['', 'pl-4 md:pl-8', 'pl-8 md:pl-16'] as const;
const labels = ['Matéria', 'Assunto', 'Subassunto'] as const;

/** The tree line by line: Enter adds one, Alt with an arrow or a drag moves it, and the menu lists all actions. */
export function OutlineEditor({ rows, measure, problems, onChange }: OutlineEditorProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [spoken, setSpoken] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focus = (key: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>(`[data-name="${key}"]`)?.focus());

  const put = (next: Rows, row: SyllabusRow, said: string) => {
    setSpoken(next === rows ? 'Não dá para mover para lá.' : `${row.name || labels[row.level]}: ${said}.`);
    if (next === rows) return;
    onChange(next);
    focus(row.key);
  };
  const add = (at: number, level: Level) => {
    const row = newRow(level);
    onChange([...rows.slice(0, at), row, ...rows.slice(at)]);
    focus(row.key);
  };
  const set = (key: string, change: Partial<SyllabusRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const actions = (at: number, row: SyllabusRow) => ({
    up: () => put(movedUp(rows, at), row, 'subiu'),
    down: () => put(movedDown(rows, at), row, 'desceu'),
    deeper: () => put(shifted(rows, at, 1), row, 'um nível para dentro'),
    higher: () => put(shifted(rows, at, -1), row, 'um nível para fora'),
    remove: () => {
      onChange(removed(rows, at));
      setSpoken(`${row.name || labels[row.level]} saiu do edital.`);
      const beside = rows[at - 1] ?? rows[blockEnd(rows, at)];
      if (beside) focus(beside.key);
    },
    below: () => add(row.level === 0 ? at + 1 : blockEnd(rows, at), row.level === 0 ? 1 : row.level),
  });
  const isFull = rows.length >= SYLLABUS_TOPICS_MAX;

  return (
    <div>
      <ol ref={list} className="divide-y divide-line rounded-card border border-line bg-surface empty:hidden">
        {rows.map((row, at) => (
          <Row
            key={row.key}
            row={row}
            measure={measure}
            problem={problems[row.key]}
            isFull={isFull}
            isDragged={dragged === row.key}
            actions={actions(at, row)}
            onSet={(change) => set(row.key, change)}
            onDrag={setDragged}
            onDragOver={() => {
              const from = rows.findIndex(({ key }) => key === dragged);
              if (from >= 0 && (at < from || at >= blockEnd(rows, from))) onChange(moved(rows, from, at));
            }}
          />
        ))}
      </ol>
      <span role="status" className="sr-only">
        {spoken}
      </span>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="line" disabled={isFull} onClick={() => add(rows.length, 0)}>
          <Plus /> Matéria
        </Button>
        {rows.length > 0 && (
          <Button variant="line" disabled={isFull} onClick={() => add(rows.length, 1)}>
            <Plus /> Assunto
          </Button>
        )}
      </div>
      {rows.length > 0 && (
        <p className="mt-3 text-ink-soft text-sm max-md:hidden">
          Enter inclui uma linha. Alt com as setas move a linha: ↑ e ↓ na ordem, → e ← de nível.
        </p>
      )}
    </div>
  );
}

type Actions = Record<'up' | 'down' | 'deeper' | 'higher' | 'remove' | 'below', () => void>;
type RowProps = {
  row: SyllabusRow;
  measure: SyllabusMeasure;
  problem: string | undefined;
  isFull: boolean;
  isDragged: boolean;
  actions: Actions;
  onSet: (change: Partial<SyllabusRow>) => void;
  onDrag: (key: string | null) => void;
  onDragOver: () => void;
};

const arrows: Record<string, keyof Actions> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'deeper',
  ArrowLeft: 'higher',
};

function Row({ row, measure, problem, isFull, isDragged, actions, onSet, onDrag, onDragOver }: RowProps) {
  const { level, name } = row;
  const label = labels[level];
  const keyDown = (event: KeyboardEvent) => {
    const arrow = event.altKey ? arrows[event.key] : undefined;
    if (arrow) actions[arrow]();
    else if (event.key === 'Enter' && !isFull) actions.below();
    else return;
    event.preventDefault();
  };
  return (
    <li
      onDragOver={(event) => {
        event.preventDefault();
        onDragOver();
      }}
      className={cx('py-1.5 pr-1 md:pr-2', indents[level], isDragged && 'opacity-60', level === 0 && 'bg-canvas')}
    >
      <div className="flex items-center gap-1.5">
        <DragHandle className="w-8" onDrag={(isDragged) => onDrag(isDragged ? row.key : null)} />
        <Input
          data-name={row.key}
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          value={name}
          maxLength={level === 0 ? SUBJECT_NAME_MAX : QUESTION_LABEL_MAX}
          // Another name is another topic: the school's own is renamed among the topics.
          onChange={({ target }) => onSet({ name: target.value, id: null })}
          onKeyDown={keyDown}
          className={cx('min-w-0 grow max-md:ml-2', level === 0 && 'font-strong')}
        />
        {level > 0 && (
          <Figure
            label={`${measure === 'weight' ? 'Peso' : 'Questões'} de ${name || label}`}
            value={row.amount}
            onChange={(amount) => onSet({ amount })}
          />
        )}
        <Menu
          trigger={
            <Button variant="quiet" size="icon" aria-label={`Ações de ${name || label}`}>
              <MoreHorizontal />
            </Button>
          }
        >
          <MenuItem disabled={isFull} onSelect={actions.below}>
            {level === 0 ? 'Incluir assunto' : 'Incluir linha abaixo'}
          </MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={actions.up}>Mover para cima</MenuItem>
          <MenuItem onSelect={actions.down}>Mover para baixo</MenuItem>
          <MenuItem onSelect={actions.deeper}>Um nível para dentro</MenuItem>
          <MenuItem onSelect={actions.higher}>Um nível para fora</MenuItem>
          <MenuSeparator />
          <MenuItem tone="bad" onSelect={actions.remove}>
            Tirar do edital
          </MenuItem>
        </Menu>
      </div>
      {level === 0 && (
        <div className="mt-1 mb-1 flex flex-wrap items-center gap-x-5 gap-y-1 pl-2 text-ink-soft text-sm md:pl-10">
          <span className="flex items-center gap-2">
            Pontos por questão
            <Figure
              label={`Pontos por questão de ${name || label}`}
              value={row.points}
              onChange={(points) => onSet({ points })}
            />
          </span>
          <span className="flex items-center gap-2">
            Mínimo de acertos
            <Figure
              label={`Mínimo de acertos em ${name || label}`}
              value={row.minimum}
              onChange={(minimum) => onSet({ minimum })}
            />
          </span>
        </div>
      )}
      {row.id === null && name.trim() !== '' && (
        <p className="pl-3 text-ink-soft text-sm md:pl-11">{level === 0 ? 'matéria pelo nome' : 'assunto pelo nome'}</p>
      )}
      {problem && (
        <div className="pl-3 md:pl-11">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </li>
  );
}

type FigureProps = { label: string; value: string; onChange: (value: string) => void };

function Figure({ label, value, onChange }: FigureProps) {
  return (
    <span className="w-16 shrink-0 md:w-20">
      <Input
        aria-label={label}
        inputMode="decimal"
        value={value}
        maxLength={8}
        onChange={({ target }) => onChange(target.value)}
        className="text-right tabular-nums"
      />
    </span>
  );
}
