import { useQuery } from '@tanstack/react-query';
import { Stamp, Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Attachment } from '#contract/content/attachments.ts';
import { textOf } from '#web/lib/api.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { AttachmentRow } from './attachment-row.tsx';
import {
  type AttachedTo,
  attachmentsQuery,
  useAttach,
  useChangeAttachment,
  useRemoveAttachment,
} from './attachments.queries.ts';

const ACCEPTED =
  '.pdf,.jpg,.jpeg,.png,.webp,.gif,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp,.rtf,.txt,.csv,.epub,.zip,.mp3';

/** The files of a lesson or course, for its author. Changes are live at once, also for students. */
export default function AttachmentsEditor({ of }: { of: AttachedTo }) {
  const picker = useRef<HTMLInputElement>(null);
  const files = useQuery(attachmentsQuery(of));
  const attach = useAttach(of);
  const [hasWatermark, setWatermark] = useState(false);
  const [share, setShare] = useState(0);

  const send = async (chosen: readonly File[]) => {
    // One after the other: each has its own result, and the server is not flooded.
    for (const file of chosen) {
      setShare(0);
      try {
        await attach.mutateAsync({ file, hasWatermark, onProgress: setShare });
      } catch (error) {
        toast({ title: `Não anexamos “${file.name}”`, description: textOf(error), tone: 'bad' });
      }
    }
  };

  return (
    <div className="grid grid-cols-1 gap-3">
      {files.isError && <LoadError of={files} title="Não conseguimos buscar os anexos" headingLevel={3} />}
      {files.data && files.data.length > 0 && (
        <ul className="divide-y divide-line">
          {files.data.map((attachment) => (
            <EditedRow key={attachment.id} of={of} attachment={attachment} />
          ))}
        </ul>
      )}
      <Checkbox
        label="PDF com o nome do aluno"
        help="Cada aluno recebe a própria cópia, com o nome e o fim do código de pagamento em todas as páginas."
        checked={hasWatermark}
        onChange={(event) => setWatermark(event.target.checked)}
      />
      <Button
        variant="line"
        size="sm"
        busy={attach.isPending}
        busyLabel={`Enviando ${Math.round(share * 100)}%`}
        onClick={() => picker.current?.click()}
      >
        <Upload /> Anexar arquivo
      </Button>
      <NativeInput
        ref={picker}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label="Escolher anexos"
        onChange={({ target }) => {
          void send([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </div>
  );
}

function EditedRow({ of, attachment }: { of: AttachedTo; attachment: Attachment }) {
  const { id, name, kind, hasWatermark } = attachment;
  const [isAsking, setAsking] = useState(false);
  const change = useChangeAttachment(of);
  const remove = useRemoveAttachment(of);
  return (
    <>
      <AttachmentRow attachment={attachment}>
        {kind === 'pdf' && (
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Nome do aluno em ${name}`}
            aria-pressed={hasWatermark}
            busy={change.isPending}
            className="aria-pressed:bg-selected"
            onClick={() =>
              change.mutate(
                { id, hasWatermark: !hasWatermark },
                { onError: toastFailure('Não mudamos a marca d’água') },
              )
            }
          >
            <Stamp />
          </Button>
        )}
        <Button variant="quiet" size="icon" aria-label={`Tirar ${name}`} onClick={() => setAsking(true)}>
          <X />
        </Button>
      </AttachmentRow>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Tirar este anexo?"
        text={`“${name}” será apagado. Os alunos deixam de vê-lo na hora.`}
        confirmLabel="Tirar"
        tone="bad"
        busy={remove.isPending}
        busyLabel="Tirando..."
        onConfirm={() =>
          remove.mutate(id, { onSuccess: () => setAsking(false), onError: toastFailure('Não tiramos o anexo') })
        }
      />
    </>
  );
}
