import { useMutation, useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { IMPORT_AT_ONCE, type ImportPreview } from '#contract/people/people.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Select } from '#web/ui/select.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { courseChoicesQuery } from '../users.queries.ts';
import { importInSteps, usePreviewImport } from './people.queries.ts';

type Row = ImportPreview['rows'][number];
const SHOWN = 200;

const columns: Column<Row>[] = [
  { key: 'name', header: 'Nome', cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { key: 'email', header: 'E-mail', cell: ({ email }) => <span className="break-all">{email}</span> },
  { key: 'line', header: 'Linha', cell: ({ line }) => line, align: 'end', phone: 'aside' },
  {
    key: 'state',
    header: 'O que acontece',
    cell: ({ problem, isKnown }) =>
      problem ?? (isKnown ? 'Já tem conta: não recebe convite' : 'Entra e recebe o convite'),
  },
];

type ImportDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** A spreadsheet of students: looked at first, then written in with an invitation each. */
export default function ImportDialog({ open, onOpenChange }: ImportDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const preview = usePreviewImport();
  const courses = useQuery({ ...courseChoicesQuery, enabled: open }).data ?? [];
  const [courseId, setCourseId] = useState('');
  const [done, setDone] = useState(0);
  const rows = preview.data?.rows ?? [];
  const good = rows.filter(({ problem }) => problem === null);
  const fresh = good.filter(({ isKnown }) => !isKnown);
  const wrong = rows.filter(({ problem }) => problem !== null);
  // Who has an account already is still enrolled in the course.
  const sent = courseId ? good : fresh;
  const run = useMutation({
    mutationFn: () =>
      importInSteps(
        {
          students: sent.map(({ firstName, lastName, email }) => ({ firstName, lastName, email })),
          courseId: courseId ? Number(courseId) : undefined,
          atOnce: IMPORT_AT_ONCE,
        },
        setDone,
      ),
    onSuccess: ({ created, known, refused }) => {
      const others = [
        known > 0 ? plural(known, 'já tinha conta', 'já tinham conta') : '',
        refused > 0 ? plural(refused, 'foi recusado', 'foram recusados') : '',
      ].filter(Boolean);
      toast({
        title: plural(created, 'aluno importado', 'alunos importados'),
        ...(others.length > 0 ? { description: `${others.join('; ')}.` } : {}),
      });
      preview.reset();
      setDone(0);
      onOpenChange(false);
    },
    onError: toastFailure('A importação parou. Quem já entrou continua; importe o arquivo de novo para seguir'),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !run.isPending && onOpenChange(next)}
      size="lg"
      title="Importar alunos"
      description="Uma planilha (Excel .xlsx ou CSV) com as colunas Nome, Sobrenome e E-mail, até 5.000 alunos. Cada aluno novo entra como cortesia da oferta padrão e recebe um e-mail para escolher a senha."
      footer={
        preview.data && (
          <>
            <Button variant="line" disabled={run.isPending} onClick={() => preview.reset()}>
              Outro arquivo
            </Button>
            <Button
              disabled={sent.length === 0}
              busy={run.isPending}
              busyLabel={`${done} de ${sent.length}...`}
              onClick={() => run.mutate()}
            >
              Importar {plural(sent.length, 'aluno', 'alunos')}
            </Button>
          </>
        )
      }
    >
      {preview.data ? (
        <div className="grid gap-4">
          <p role="status">
            {plural(fresh.length, 'aluno novo', 'alunos novos')}, {good.length - fresh.length} já com conta,{' '}
            {plural(wrong.length, 'linha com problema', 'linhas com problema')}.
          </p>
          {run.isPending && (
            <Progress label="Importação" value={(done / sent.length) * 100} valueText={`${done} de ${sent.length}`} />
          )}
          <Field label="Matricular também no curso" optional>
            <Select value={courseId} onChange={(event) => setCourseId(event.target.value)}>
              <option value="">Nenhum</option>
              {courses.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
          <Table
            caption="Linhas do arquivo"
            columns={columns}
            rows={[...wrong, ...good].slice(0, SHOWN)}
            rowKey={({ line }) => String(line)}
          />
          {rows.length > SHOWN && <p className="text-ink-soft text-sm">E mais {rows.length - SHOWN}.</p>}
        </div>
      ) : (
        <>
          <Button busy={preview.isPending} busyLabel="Lendo..." onClick={() => input.current?.click()}>
            <FileUp /> Escolher planilha
          </Button>
          <NativeInput
            ref={input}
            type="file"
            accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            hidden
            aria-label="Planilha de alunos"
            onChange={(event) => {
              const file = event.target.files?.[0];
              // The same file may be chosen again after it was mended.
              event.target.value = '';
              if (file) preview.mutate(file);
            }}
          />
        </>
      )}
    </Dialog>
  );
}
