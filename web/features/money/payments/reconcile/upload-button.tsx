import { Upload } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { STATEMENT_MAX_BYTES } from '#contract/limits.ts';
import type { uploadStatement } from '#contract/money/statements.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { fileFaultTitle } from '#web/lib/file-fault.ts';
import { Button } from '#web/ui/button.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Columns, useUpload } from './reconcile.queries.ts';

const MEGABYTES = STATEMENT_MAX_BYTES / 1024 / 1024;
const ColumnsDialog = lazyChunk<{
  columns: readonly string[];
  sample: readonly (readonly string[])[];
  busy: boolean;
  onChoose: (columns: Columns) => void;
  onClose: () => void;
}>(() => import('./columns-dialog.tsx'), 'over');

type Asked = { file: File; columns: readonly string[]; sample: readonly (readonly string[])[] };

const NOT_ACCEPTED = 'O extrato não foi aceito';
const refused = (description: string, title = NOT_ACCEPTED) => toast({ title, description, tone: 'bad' });

type UploadButtonProps = { variant: 'line' | 'primary'; onSent: (id: number) => void };

/** Uploads a statement. The columns of an unknown bank are asked for once. */
export function UploadButton({ variant, onSent }: UploadButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(null);
  const upload = useUpload(setSent);

  const send = (file: File | undefined, columns?: Columns) => {
    if (!file || upload.isPending) return;
    if (file.size > STATEMENT_MAX_BYTES) {
      refused(`O arquivo passa de ${MEGABYTES} MB. Baixe um período menor no site do banco.`);
      return;
    }
    setSent(0);
    upload.mutate(
      { file, ...(columns ? { columns } : {}) },
      {
        onSuccess: ({ id }) => {
          setAsked(null);
          onSent(id);
        },
        onError: (error) => {
          if (isRefused<typeof uploadStatement>(error, 'columns_unknown')) {
            setAsked({ file, columns: error.body?.columns ?? [], sample: error.body?.sample ?? [] });
          } else refused(textOf(error), fileFaultTitle(error, NOT_ACCEPTED));
        },
      },
    );
  };
  return (
    <>
      <Button
        variant={variant}
        busy={upload.isPending && !asked}
        busyLabel={sent < 1 ? 'Enviando...' : 'Lendo o extrato...'}
        onClick={() => picker.current?.click()}
      >
        <Upload /> Enviar extrato
      </Button>
      <FilePicker
        ref={picker}
        label="Extrato do banco"
        accept=".ofx,.csv,.txt,.qfx,text/csv,application/x-ofx"
        onFile={send}
      />
      {asked && (
        <Suspense>
          <ColumnsDialog
            columns={asked.columns}
            sample={asked.sample}
            busy={upload.isPending}
            onChoose={(columns) => send(asked.file, columns)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}
