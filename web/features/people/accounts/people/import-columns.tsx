import { ArrowRight } from 'lucide-react';
import { type ImportField, importFields, type PeoplePreview } from '#contract/people/people-imports.ts';
import { Options } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { fieldLabels } from './import-words.ts';

type ImportColumnsProps = {
  columns: PeoplePreview['columns'];
  disabled: boolean;
  onMapping: (mapping: ImportField[]) => void;
};

/** Each column of the file with the field that it becomes. */
export function ImportColumns({ columns, disabled, onMapping }: ImportColumnsProps) {
  return (
    <ul className="divide-y divide-line">
      {columns.map(({ name, sample, field }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position; two may have one name
        <li key={index} className="grid grid-cols-[minmax(0,1fr)_18px_158px] items-center gap-2 py-1.5">
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <b className="block text-sm">{name || `Coluna ${index + 1}`}</b>
            <small className="block text-ink-soft text-xs">
              {field === 'cpf' ? 'só a secretaria vê' : sample || 'sem exemplo'}
            </small>
          </div>
          <ArrowRight className="size-4 text-ink-soft" />
          <Select
            aria-label={`Campo de ${name || `coluna ${index + 1}`}`}
            value={field}
            disabled={disabled}
            onChange={({ target }) =>
              onMapping(columns.map((column, at) => (at === index ? (target.value as ImportField) : column.field)))
            }
          >
            <Options of={importFields} words={fieldLabels} />
          </Select>
        </li>
      ))}
    </ul>
  );
}
