import { FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { PDF_MAX_BYTES, SYLLABUS_TEXT_MAX } from '#contract/limits.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ScanOffer } from '#web/ui/scan-offer.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';
import { useParseSyllabus, useReadSyllabusFile } from './syllabus.queries.ts';
import { draftOfParsed, type SyllabusDraft } from './syllabus-draft.ts';

type PasteDialogProps = {
  /** There is content that the pasted text would replace. */
  replaces: boolean;
  onParsed: (draft: Partial<SyllabusDraft>) => void;
  onClose: () => void;
};

export function PasteDialog({ replaces, onParsed, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [fromFile, setFromFile] = useState<{
    sent: File;
    isCut: boolean;
    isRecognised: boolean;
    hasText: boolean;
    scannedPages: number;
  } | null>(null);
  const parse = useParseSyllabus();
  const file = useReadSyllabusFile();
  const isBusy = parse.isPending || file.isPending;
  const send = (chosen: File | undefined, recognise = false) => {
    if (!chosen || isBusy) return;
    if (chosen.size > PDF_MAX_BYTES) return setProblem(`O edital passa de ${PDF_MAX_BYTES / 1024 / 1024} MB.`);
    setProblem(null);
    file.mutate(
      { file: chosen, recognise },
      {
        onSuccess: ({ text: read, ...rest }) => {
          setText(read);
          setFromFile({ sent: chosen, hasText: read !== '', ...rest });
        },
        onError: (error) => setProblem(textOf(error)),
      },
    );
  };
  const read = () => {
    if (text.trim() === '') return setProblem('Cole o texto do edital.');
    parse.mutate(text, {
      onError: (error) => setProblem(textOf(error)),
      onSuccess: ({ subjects, leftOut }) => {
        if (subjects.length === 0) return setProblem('Não encontramos matérias neste texto.');
        const topics = subjects.flatMap((one) => one.topics).reduce((all, one) => all + 1 + one.subtopics.length, 0);
        toast({
          title: `${plural(subjects.length, 'matéria', 'matérias')}, ${plural(topics, 'assunto', 'assuntos')}`,
          description:
            leftOut > 0 ? `${plural(leftOut, 'linha ficou', 'linhas ficaram')} de fora.` : 'Confira e salve.',
          tone: 'info',
        });
        onParsed(draftOfParsed(subjects));
      },
    });
  };
  return (
    <Dialog
      open
      size="lg"
      title="Colar edital"
      description="Matérias com seus assuntos: numerados, com recuo ou em texto corrido, como no edital. Ou o PDF do edital. Nada é salvo antes de você conferir."
      onOpenChange={(open) => !open && !isBusy && onClose()}
      onInteractOutside={(event) => text !== '' && event.preventDefault()}
      footer={
        <>
          <Button variant="line" disabled={isBusy} onClick={onClose}>
            Cancelar
          </Button>
          <Button busy={parse.isPending} disabled={file.isPending} onClick={read}>
            Reconhecer assuntos
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {replaces && <Notice tone="sun">O texto colado toma o lugar do que está na tela.</Notice>}
        <div>
          <Button variant="line" size="sm" busy={file.isPending} onClick={() => picker.current?.click()}>
            <FileText /> Enviar o PDF do edital
          </Button>
          <FilePicker ref={picker} label="PDF do edital" accept=".pdf,application/pdf" onFile={send} />
        </div>
        <div role="status" className="contents">
          {fromFile && fromFile.scannedPages > 0 && (
            <ScanOffer
              pages={fromFile.scannedPages}
              busy={file.isPending}
              onRecognise={() => send(fromFile.sent, true)}
            />
          )}
          {fromFile?.isRecognised && (
            <Notice tone="sun" title="Texto reconhecido de uma imagem">
              Letras podem estar trocadas. Compare cada linha com o edital antes de reconhecer os assuntos.
            </Notice>
          )}
          {fromFile?.hasText && (
            <Notice tone="info">
              Este é o texto de {fromFile.sent.name}
              {fromFile.isCut ? ', até onde coube' : ''}. Apague o que não é da sua prova, como os outros cargos, e
              reconheça os assuntos.
            </Notice>
          )}
        </div>
        <Field label="Texto do edital" error={problem}>
          <Textarea
            rows={14}
            value={text}
            maxLength={SYLLABUS_TEXT_MAX}
            placeholder={'LÍNGUA PORTUGUESA (18 questões)\n  Interpretação de texto\n  Crase'}
            onChange={({ target }) => {
              setText(target.value);
              setProblem(null);
            }}
          />
        </Field>
      </div>
    </Dialog>
  );
}
