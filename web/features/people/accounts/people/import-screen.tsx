import { ArrowRight, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ImportField, PeoplePreview, PeoplePreviewRow } from '#contract/people/people-imports.ts';
import { textOf } from '#web/lib/api.ts';
import { fileFaultTitle } from '#web/lib/file-fault.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { usePreviewPeople, useStartImport } from './import.queries.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportRows } from './import-rows.tsx';
import { entering, peopleOf } from './import-words.ts';
import { useCorrections } from './use-corrections.ts';

/** A spreadsheet of people: its columns are mapped and every line is shown before anything is stored. */
export default function ImportScreen() {
  const input = useRef<HTMLInputElement>(null);
  const preview = usePreviewPeople();
  const [file, setFile] = useState<File | null>(null);
  const choose = (chosen: File) => {
    setFile(chosen);
    preview.mutate({ file: chosen, mapping: null });
  };
  const { data } = preview;
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        className="mb-0"
        title="Trazer pessoas"
        subtitle={
          file && data ? describe(file, data) : 'De uma planilha do Excel (.xlsx) ou de um CSV, até 5.000 linhas'
        }
        actions={
          <Button
            variant={data ? 'line' : 'next'}
            busy={preview.isPending}
            busyLabel="Lendo..."
            onClick={() => input.current?.click()}
          >
            <FileUp /> {data ? 'Outro arquivo' : 'Escolher planilha'}
          </Button>
        }
      />
      <FilePicker
        ref={input}
        label="Planilha de pessoas"
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        hidden
        onFile={choose}
      />
      {preview.isError && (
        <Notice tone="bad" role="alert" title={fileFaultTitle(preview.error, 'Não conseguimos ler o arquivo')}>
          {textOf(preview.error)}
        </Notice>
      )}
      {file && data ? (
        <Mapped
          key={`${file.name} ${file.lastModified}`}
          file={file}
          preview={data}
          isReading={preview.isPending}
          onMapping={(mapping, onRead) => preview.mutate({ file, mapping }, { onSuccess: ({ rows }) => onRead(rows) })}
        />
      ) : (
        !preview.isError && (
          <Card>
            <EmptyState
              title="O que a planilha precisa ter"
              text="Nome e e-mail. Se houver telefone, CPF, oferta, fim do acesso, preço pago ou observação, eles vêm junto. Títulos acima das colunas ficam de fora."
            />
          </Card>
        )
      )}
    </Page>
  );
}

const describe = ({ name }: File, { rows, titles }: PeoplePreview): string => {
  const left = titles.filter(Boolean).map((title) => `“${title}”`);
  const words =
    left.length === 0
      ? ''
      : ` ${left.length === 1 ? 'O título' : 'Os títulos'} ${left.join(', ')} ${left.length === 1 ? 'ficou' : 'ficaram'} de fora.`;
  return `${name}, ${plural(rows.length, 'linha', 'linhas')}.${words}`;
};

type MappedProps = {
  file: File;
  preview: PeoplePreview;
  isReading: boolean;
  onMapping: (mapping: ImportField[], onRead: (rows: PeoplePreviewRow[]) => void) => void;
};

function Mapped({ file, preview, isReading, onMapping }: MappedProps) {
  const [, navigate] = useLocation();
  const start = useStartImport();
  const [takesSeat, setTakesSeat] = useState(false);
  const [creationKey] = useState(() => crypto.randomUUID());
  const { columns } = preview;
  const { rows, corrected, isChecking, correct, carryOver } = useCorrections(preview.rows);
  const enter = entering(rows);
  const invited = enter.filter(({ isKnown }) => !isKnown).length;
  const out = rows.length - enter.length;
  const submit = () =>
    start.mutate(
      {
        creationKey,
        fileName: file.name,
        mapping: Object.fromEntries(columns.filter(({ name }) => name).map(({ name, field }) => [name, field])),
        takesSeat,
        people: peopleOf(enter),
      },
      { onSuccess: ({ id }) => navigate(paths.adminImported(id)) },
    );
  return (
    <>
      <div className="grid items-start gap-5 xl:grid-cols-[372px_minmax(0,1fr)]">
        <Card title="Colunas" aside={preview.isRemembered ? 'lembradas da última vez' : undefined}>
          <ImportColumns
            columns={columns}
            disabled={isReading}
            onMapping={(mapping) => onMapping(mapping, carryOver)}
          />
          <Checkbox
            className="mt-3"
            label="Ocupam vaga da oferta"
            help="Sem marcar, as vagas continuam à venda."
            checked={takesSeat}
            onChange={({ target }) => setTakesSeat(target.checked)}
          />
        </Card>
        <ImportRows rows={rows} corrected={corrected} isChecking={isChecking} onCorrect={correct} />
      </div>
      <ActionBar>
        <div className="mr-auto min-w-0">
          <p role="status" className="font-strong">
            {plural(enter.length, 'entra', 'entram')}, {plural(out, 'fica', 'ficam')} de fora
          </p>
          <p className="hidden text-ink-soft text-sm md:block">
            {plural(invited, 'convite espera', 'convites esperam')} a próxima tela: uma carta por pessoa, um link, vale
            uma semana, nada sobre pagamento. Dá para desfazer até o primeiro acesso, no máximo por um dia.
          </p>
        </div>
        <Button
          variant="next"
          size="lg"
          className="md:whitespace-nowrap"
          disabled={enter.length === 0 || isReading || isChecking}
          busy={start.isPending}
          busyLabel="Guardando..."
          onClick={submit}
        >
          Trazer {plural(enter.length, 'pessoa', 'pessoas')} <ArrowRight />
        </Button>
      </ActionBar>
    </>
  );
}
