import { TriangleAlert, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { IMPORT_KEYS_MAX, KEY_FILE_MAX_BYTES } from '#contract/limits.ts';
import type { KeysOutcome, QuestionImport } from '#contract/questions/question-import.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ScanOffer } from '#web/ui/scan-offer.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useApplyKeys, useReadKeyFile } from './import.queries.ts';

/** The answer key for a file without one: pasted or uploaded, and matched by number. */
export function ImportKeys({ found }: { found: QuestionImport }) {
  const picker = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [type, setType] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<KeysOutcome | null>(null);
  const [sent, setSent] = useState<{ file: File; scannedPages: number; isRecognised: boolean } | null>(null);
  const apply = useApplyKeys(found.id);
  const read = useReadKeyFile();

  const match = (sheet: string, chosen: string | null) => {
    setRefusal(null);
    apply.mutate(
      { text: sheet, type: chosen },
      { onSuccess: setOutcome, onError: (error) => setRefusal(textOf(error)) },
    );
  };
  const change = (sheet: string) => {
    setText(sheet);
    setType(null);
    setOutcome(null);
    setRefusal(null);
  };
  const send = (file: File | undefined, recognise = false) => {
    if (!file || read.isPending) return;
    if (file.size > KEY_FILE_MAX_BYTES) {
      setRefusal(`O arquivo do gabarito passa de ${KEY_FILE_MAX_BYTES / 1024 / 1024} MB.`);
      return;
    }
    read.mutate(
      { file, recognise },
      {
        onSuccess: (sheet) => {
          change(sheet.text);
          setSent({ file, ...sheet });
          // Recognised keys are matched after a check by the author.
          if (sheet.text !== '' && !sheet.isRecognised) match(sheet.text, null);
        },
        onError: (error) => setRefusal(textOf(error)),
      },
    );
  };

  return (
    <Card
      title="Colar ou enviar o gabarito"
      aside={
        <Button variant="line" size="sm" busy={read.isPending} onClick={() => picker.current?.click()}>
          <Upload /> Enviar arquivo
        </Button>
      }
    >
      <FilePicker
        ref={picker}
        label="Arquivo do gabarito"
        accept=".pdf,.docx,.xlsx,.csv,.txt,application/pdf,text/plain"
        onFile={send}
      />
      <div role="status" className="contents">
        {sent && sent.scannedPages > 0 && (
          <div className="mb-3">
            <ScanOffer pages={sent.scannedPages} busy={read.isPending} onRecognise={() => send(sent.file, true)} />
          </div>
        )}
        {sent?.isRecognised && (
          <Notice tone="sun" className="mb-3" title="Gabarito reconhecido de uma imagem">
            Compare cada letra com o arquivo e corrija aqui. Depois case pelo número.
          </Notice>
        )}
      </div>
      <Field
        label={`Gabarito das ${plural(found.keylessCount, 'questão', 'questões')} sem resposta`}
        help="Números e letras, em linhas, tabela ou lista. Anulada: *, X ou a palavra."
        error={refusal}
      >
        <Textarea
          rows={5}
          className="font-mono text-sm"
          maxLength={IMPORT_KEYS_MAX}
          value={text}
          onChange={({ target }) => change(target.value)}
          placeholder={'01 02 03 04 05\nD  B  A  *  E'}
        />
      </Field>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        {outcome && outcome.types.length > 0 && (
          <Field label="Tipo de prova">
            <Select
              value={type ?? ''}
              onChange={({ target }) => {
                const chosen = target.value === '' ? null : target.value;
                setType(chosen);
                if (chosen !== null) match(text, chosen);
              }}
            >
              <option value="">Escolha o tipo</option>
              {outcome.types.map((name) => (
                <option key={name} value={name}>
                  {/^(?:\d+|[a-f])$/.test(name) ? `Tipo ${name.toUpperCase()}` : name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Button variant="line" disabled={text.trim() === ''} busy={apply.isPending} onClick={() => match(text, type)}>
          Casar pelo número
        </Button>
      </div>
      <div role="status" className="mt-3">
        {outcome && <Outcome outcome={outcome} total={found.keylessCount} isChosen={type !== null} />}
      </div>
    </Card>
  );
}

type OutcomeProps = { outcome: KeysOutcome; total: number; isChosen: boolean };

function Outcome({ outcome: { matched, annulled, problems, types }, total, isChosen }: OutcomeProps) {
  if (types.length > 0 && !isChosen) {
    return <p>O gabarito tem {plural(types.length, 'tipo', 'tipos')} de prova. Escolha o desta prova.</p>;
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={matched === total ? 'ok' : 'sun'}>
          {matched} de {total} casadas
        </Badge>
        <span className="text-ink-soft text-sm">
          pelo número
          {annulled.length > 0 && `; ${plural(annulled.length, 'anulada', 'anuladas')}: ${annulled.join(', ')}`}
        </span>
      </p>
      {problems.length > 0 && (
        <ul className="mt-3 grid grid-cols-1 divide-y divide-line">
          {problems.map(({ text }) => (
            <li key={text} className="flex gap-2 py-2">
              <TriangleAlert className="mt-1 shrink-0 text-bad" />
              <span className="min-w-0 break-words">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
