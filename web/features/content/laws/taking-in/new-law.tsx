import { FileText } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { LAW_FILE_MAX_BYTES, LAW_SOURCE_MAX } from '#contract/content/law-limits.ts';
import { createLaw, type LawPreview, type LawSourceText } from '#contract/content/laws.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { useCreateLaw, usePreviewLaw, useReadLawFile } from '../laws.queries.ts';
import { nicknamesOf } from './law-names.ts';
import { LawPreviewCard } from './law-preview.tsx';
import { type Names, NamesFields } from './names-fields.tsx';

const FILES = '.docx,.pdf,.html,.htm,.txt,text/plain,text/html,application/pdf';

type Read = { source: LawSourceText; preview: LawPreview };

const hasArticles = ({ preview }: Read) => preview.counts.some(({ kind }) => kind === 'artigo');

/** Imports a law: a text or a file, a preview of what was parsed, its names. Nothing is stored before the last step. */
export function NewLaw({ onClose }: { onClose: () => void }) {
  const [read, setRead] = useState<Read | null>(null);
  // Outside of the step: who goes back from the preview corrects the text.
  const [text, setText] = useState('');
  return (
    <Page width="wide-form">
      <PageHeader
        title="Trazer uma norma"
        subtitle={
          read
            ? 'Confira o que foi entendido e dê os nomes'
            : 'Cole o texto ou envie o arquivo: Word, PDF, texto ou a página do Planalto'
        }
        actions={
          <Button variant="line" onClick={read ? () => setRead(null) : onClose}>
            {read ? 'Voltar ao texto' : 'Cancelar'}
          </Button>
        }
      />
      {read && !hasArticles(read) && (
        <Notice tone="bad" title="Não encontramos nenhum artigo neste texto">
          Volte ao texto e confira o que foi colado: cada artigo começa numa linha nova, com “Art.” e o número.
        </Notice>
      )}
      {read && hasArticles(read) && <Confirm read={read} onDone={onClose} />}
      {!read && <Source text={text} onTextChange={setText} onRead={setRead} />}
    </Page>
  );
}

type SourceProps = { text: string; onTextChange: (text: string) => void; onRead: (read: Read) => void };

function Source({ text, onTextChange, onRead }: SourceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const readFile = useReadLawFile();
  const preview = usePreviewLaw();
  const isBusy = readFile.isPending || preview.isPending;

  const show = async (source: LawSourceText) => {
    try {
      const found = await preview.mutateAsync({ format: source.format, source: source.source });
      onRead({ source, preview: found });
    } catch (error) {
      setProblem(textOf(error));
    }
  };
  const open = async (file: File) => {
    setProblem(null);
    if (file.size > LAW_FILE_MAX_BYTES) return setProblem('O arquivo deve ter no máximo 20 MB.');
    try {
      await show(await readFile.mutateAsync(file));
    } catch (error) {
      setProblem(textOf(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() === '') return setProblem('Cole o texto da norma ou envie um arquivo.');
    void show({ format: 'text', source: text, problems: [] });
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field label="Texto da norma" error={problem}>
        <Textarea
          rows={14}
          value={text}
          maxLength={LAW_SOURCE_MAX}
          placeholder={'Art. 1º Constitui crime de tortura:\nI - constranger alguém…'}
          onChange={({ target }) => {
            onTextChange(target.value);
            setProblem(null);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={preview.isPending} busyLabel="Lendo..." disabled={readFile.isPending}>
          Ver o que foi entendido
        </Button>
        <Button
          variant="line"
          busy={readFile.isPending}
          busyLabel="Lendo o arquivo..."
          disabled={preview.isPending}
          onClick={() => picker.current?.click()}
        >
          <FileText /> Enviar arquivo
        </Button>
        <FilePicker
          ref={picker}
          label="Escolher arquivo da norma"
          accept={FILES}
          hidden
          onFile={(file) => void open(file)}
        />
      </div>
    </form>
  );
}

function Confirm({ read: { source, preview }, onDone }: { read: Read; onDone: () => void }) {
  const [creationKey] = useState(newKey);
  const [value, setValue] = useState<Names>({ name: preview.name, shortName: '', nicknames: '' });
  const create = useCreateLaw();
  const { area, errors, check, refused, mend } = useChecking();
  const problems = [...source.problems.map((words) => ({ line: 1, words })), ...preview.problems];
  const warnings = problems.length + preview.moreProblems;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = check(createLaw.body, {
      format: source.format,
      source: source.source,
      ...value,
      nicknames: nicknamesOf(value.nicknames),
      ementa: preview.ementa,
      urn: preview.urn,
      creationKey,
    });
    if (!body || create.isPending) return;
    create.mutate(body, {
      onSuccess: () => {
        toast({ title: 'Norma guardada' });
        onDone();
      },
      onError: (error) => void refused(error),
    });
  };
  return (
    <form ref={area} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <LawPreviewCard preview={preview} problems={problems} />
      <Card title="Nomes">
        <div className="grid grid-cols-1 gap-5">
          <NamesFields
            value={value}
            errors={errors}
            onChange={(change) => {
              setValue({ ...value, ...change });
              mend(...Object.keys(change));
            }}
          />
          <p className="wrap-anywhere text-ink-soft text-sm">
            {preview.urn === null
              ? 'Sem URN do LexML no texto: a escola dá um identificador próprio.'
              : `URN: ${preview.urn}`}
          </p>
        </div>
      </Card>
      {create.isError && <Notice tone="bad">{textOf(create.error)}</Notice>}
      <div>
        <Button type="submit" busy={create.isPending} busyLabel="Guardando...">
          {warnings === 0 ? 'Guardar norma' : `Guardar mesmo com ${plural(warnings, 'aviso', 'avisos')}`}
        </Button>
      </div>
    </form>
  );
}
