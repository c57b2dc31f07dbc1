import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import { type FieldsForm, LeafInput } from './content-field.tsx';
import { type ContentField, joinPath, maxAt, valueAt } from './landing-fields.ts';

type ListField = Extract<ContentField, { kind: 'list' }>;

/** A list of items that can be moved, removed and added. */
export function ListInput({ form, field }: { form: FieldsForm; field: ListField }) {
  const items = (valueAt(form.content, field.path) ?? []) as unknown[];
  const [spoken, setSpoken] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const set = (next: unknown[], words: string) => {
    form.change(field.path, next);
    setSpoken(words);
  };
  const move = (from: number, to: number) => {
    const next = items.toSpliced(from, 1).toSpliced(to, 0, items[from]);
    set(next, `${field.one} ${from + 1}: agora na posição ${to + 1} de ${items.length}`);
  };
  const remove = (place: number) => {
    set(items.toSpliced(place, 1), `${field.one} ${place + 1} saiu`);
    // The focused button was removed: the list takes the focus.
    list.current?.focus();
  };
  const error = form.errors[field.path];
  const nameOf = (item: unknown, place: number) => {
    const title = field.titleOf === '' ? '' : String(valueAt(item, field.titleOf) ?? '');
    return `${field.one} ${place + 1}${title ? `: ${title}` : ''}`;
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-strong text-sm">{field.label}</legend>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      {error && <FieldError>{error}</FieldError>}
      <ol ref={list} tabIndex={-1} className="grid gap-3">
        {items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its position
          <li key={place} className="rounded-control border border-line bg-canvas p-3">
            <div className="mb-2 flex items-center gap-1">
              <span className="min-w-0 grow truncate text-ink-soft text-sm">{nameOf(item, place)}</span>
              <MoveButtons
                name={nameOf(item, place)}
                index={place}
                count={items.length}
                onMove={(to) => move(place, to)}
              />
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Tirar ${nameOf(item, place)}`}
                onClick={() => remove(place)}
              >
                <X />
              </Button>
            </div>
            <div className="grid gap-3">
              {field.item.map((part) => (
                <LeafInput key={part.path} form={form} field={part} path={joinPath(field.path, place, part.path)} />
              ))}
            </div>
          </li>
        ))}
      </ol>
      <Button
        variant="line"
        size="sm"
        className="mt-3"
        disabled={items.length >= (maxAt(field.path) ?? Number.POSITIVE_INFINITY)}
        onClick={() => set([...items, field.empty], `${field.one} ${items.length + 1} no fim da lista`)}
      >
        <Plus /> Adicionar {field.one.toLowerCase()}
      </Button>
    </fieldset>
  );
}
