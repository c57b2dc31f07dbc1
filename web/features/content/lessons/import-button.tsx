import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { importLesson, type LessonImport } from '#contract/content/lesson-import.ts';
import { DOCX_MAX_BYTES } from '#contract/limits.ts';
import RichText from '#web/editor/rich-text.tsx';
import { textOf, upload } from '#web/lib/api.ts';
import { fileFaultTitle } from '#web/lib/file-fault.ts';
import { formOf } from '#web/lib/form-of.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';

const DOCX = '.docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Imports Word files into a lesson, after its author has seen what was imported and what was not. */
export function useLessonImport(use: (read: LessonImport) => void, hasText: boolean) {
  const [read, setRead] = useState<LessonImport | null>(null);
  const reading = useMutation({
    mutationFn: (file: File) => upload(importLesson, formOf({ name: file.name, file })),
  });

  const open = async (file: File) => {
    if (file.size > DOCX_MAX_BYTES) {
      toast({ title: 'Arquivo muito grande', description: 'O arquivo deve ter no máximo 20 MB.', tone: 'bad' });
      return;
    }
    try {
      setRead(await reading.mutateAsync(file));
    } catch (error) {
      const title = fileFaultTitle(error, 'Não conseguimos ler o arquivo');
      toast({ title, description: textOf(error), tone: 'bad' });
    }
  };

  const preview = read && (
    <ImportPreview
      read={read}
      hasText={hasText}
      onClose={() => setRead(null)}
      onUse={() => {
        setRead(null);
        use(read);
      }}
    />
  );
  return { open, preview, isReading: reading.isPending };
}

type ImportButtonProps = { onFile: (file: File) => void; busy: boolean; disabled: boolean };

export function ImportButton({ onFile, busy, disabled }: ImportButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="line"
        size="sm"
        busy={busy}
        busyLabel="Lendo o arquivo..."
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        <FileText /> Importar do Word
      </Button>
      <FilePicker ref={picker} label="Escolher arquivo do Word" accept={DOCX} hidden onFile={onFile} />
    </>
  );
}

type ImportPreviewProps = { read: LessonImport; hasText: boolean; onUse: () => void; onClose: () => void };

function ImportPreview({ read, hasText, onUse, onClose }: ImportPreviewProps) {
  const { title, content, imageCount, missed } = read;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="O que veio do Word"
      size="lg"
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button onClick={onUse}>{hasText ? 'Acrescentar ao texto' : 'Usar este texto'}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        {missed.length > 0 ? (
          <Notice tone="sun" title="Não veio tudo">
            <ul className="list-disc pl-5">
              {missed.map(({ what, count }) => (
                <li key={what}>
                  {what}: {count}
                </li>
              ))}
            </ul>
          </Notice>
        ) : (
          <p className="text-ink-soft text-sm">
            Tudo o que o arquivo diz veio
            {imageCount > 0 && `, com ${plural(imageCount, 'imagem', 'imagens')}`}. Confira antes de usar.
          </p>
        )}
        <h3 className="text-xl">{title}</h3>
        <RichText html={content} />
      </div>
    </Dialog>
  );
}
