import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { ESSAY_BASE_TEXTS_MAX } from '#contract/exams/essay-limits.ts';
import { textOf } from '#web/lib/api.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { textChoicesQuery } from './themes.queries.ts';

type Chosen = { id: number; title: string };
type BaseTextPickerProps = { chosen: Chosen[]; error: string | undefined; onChange: (chosen: Chosen[]) => void };

/** The motivating texts of a theme, out of the base texts of the bank. */
export function BaseTextPicker({ chosen, error, onChange }: BaseTextPickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <fieldset className="min-w-0">
      <legend className="font-strong text-sm">Textos motivadores</legend>
      {error && <FieldError>{error}</FieldError>}
      <ul className="grid grid-cols-1">
        {chosen.map(({ id, title }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <span className="wrap-anywhere line-clamp-2">{title}</span>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Tirar ${title}`}
              onClick={() => onChange(chosen.filter((text) => text.id !== id))}
            >
              <X />
            </Button>
          </li>
        ))}
      </ul>
      {isOpen ? (
        <Choices chosen={chosen} onChange={onChange} />
      ) : (
        <Button variant="line" size="sm" className="mt-2" onClick={() => setOpen(true)}>
          <Plus /> Juntar texto do banco
        </Button>
      )}
    </fieldset>
  );
}

function Choices({ chosen, onChange }: Omit<BaseTextPickerProps, 'error'>) {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search, 250);
  const choices = useQuery(textChoicesQuery(wanted));
  const free = (choices.data ?? []).filter(({ id }) => !chosen.some((text) => text.id === id));
  const isFull = chosen.length >= ESSAY_BASE_TEXTS_MAX;
  return (
    <div className="mt-2 rounded-control border border-line p-3">
      <SearchInput
        label="Buscar texto do banco"
        placeholder="Buscar texto..."
        value={search}
        onValueChange={setSearch}
      />
      {choices.isError && <p className="mt-2 text-bad text-sm">{textOf(choices.error)}</p>}
      {choices.data && free.length === 0 && (
        <p className="mt-2 text-ink-soft text-sm">
          Nenhum texto-base com isso. Novos textos são escritos junto às questões do banco.
        </p>
      )}
      <ul className="mt-2 grid grid-cols-1">
        {free.map(({ id, title, excerpt }) => (
          <li key={id}>
            <button
              type="button"
              disabled={isFull}
              onClick={() => onChange([...chosen, { id, title: title || excerpt }])}
              className="flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover disabled:text-ink-soft"
            >
              <Plus className="shrink-0" />
              <span className="line-clamp-2">
                {title && <b>{title}: </b>}
                {excerpt}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
