import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { TableField } from '#contract/questions/question-columns.ts';
import type { ImportTable } from '#contract/questions/question-import.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Options } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { choiceOf, columnLetter, fieldNames, withField } from './column-words.ts';
import { useChooseColumns } from './import.queries.ts';

const ways = {
  name: { tone: 'ok', word: 'reconhecida' },
  memory: { tone: 'ok', word: 'lembrada' },
  guess: { tone: 'info', word: 'adivinhada' },
} as const;

type ImportColumnsProps = { importId: number; table: ImportTable };

/** Assigns a field to each column of a spreadsheet; the school remembers it for the next file. */
export function ImportColumns({ importId, table }: ImportColumnsProps) {
  const stored = choiceOf(table);
  const [edited, setEdited] = useState<{ of: string; choice: typeof stored } | null>(null);
  // When the file is parsed again, the choice is reset.
  const key = JSON.stringify(stored);
  const choice = edited?.of === key ? edited.choice : stored;
  const isDirty = JSON.stringify(choice) !== key;
  const change = (wish: Partial<typeof stored>) => setEdited({ of: key, choice: { ...choice, ...wish } });
  const choose = useChooseColumns(importId);
  return (
    <Card title="Colunas do arquivo">
      {table.missing.length > 0 && !isDirty && (
        <Notice className="mb-4" tone="sun" title="Diga o que é cada coluna">
          Falta escolher: {table.missing.map((field) => fieldNames[field]).join(', ')}.
        </Notice>
      )}
      <ul className="grid grid-cols-1 divide-y divide-line">
        {table.columns.map(({ header, sample, field, by }, place) => {
          const name = header || `Coluna ${columnLetter(place)}`;
          const chosen = choice.fields[place] ?? null;
          const way = chosen !== null && chosen === field && by ? ways[by] : null;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
              key={place}
              className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 py-2 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_minmax(0,1.4fr)]"
            >
              <code className="truncate text-sm">{name}</code>
              <ArrowRight className="size-4 text-ink-soft" />
              <Field label={`Campo para ${name}`} hideLabel>
                <Select
                  value={chosen ?? ''}
                  disabled={choose.isPending}
                  onChange={({ target }) =>
                    change({ fields: withField(choice.fields, place, (target.value as TableField) || null) })
                  }
                >
                  <option value="">Não importar</option>
                  <Options words={fieldNames} />
                </Select>
              </Field>
              <p className="col-span-3 flex min-w-0 items-center gap-2 text-ink-soft text-sm md:col-span-1">
                {way && <Badge tone={way.tone}>{way.word}</Badge>}
                {chosen === null && <Badge>fica de fora</Badge>}
                <span className="truncate">{sample}</span>
              </p>
            </li>
          );
        })}
      </ul>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <Field label="Linha do cabeçalho" help="0 quando a primeira linha já é uma questão." className="max-w-56">
          <Input
            type="number"
            min={0}
            inputMode="numeric"
            value={choice.headerLine}
            onChange={({ target }) => change({ headerLine: Math.max(0, Math.trunc(Number(target.value) || 0)) })}
          />
        </Field>
        <Button
          className="ml-auto"
          variant="line"
          disabled={!isDirty}
          busy={choose.isPending}
          busyLabel="Lendo de novo..."
          onClick={() => choose.mutate(choice)}
        >
          Ler com estas colunas
        </Button>
      </div>
    </Card>
  );
}
