import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { ANNOTATION_NOTE_MAX } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

type NoteDialogProps = {
  quote: string;
  note: string;
  busy: boolean;
  onSave: (note: string) => void;
  onClose: () => void;
  /** Left out for a passage that is not marked yet. */
  onRemove?: () => void;
};

/** What a reader writes beside a passage. Unsaved words are not closed away by a stray tap. */
export default function NoteDialog({ quote, note, busy, onSave, onClose, onRemove }: NoteDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [written, setWritten] = useState(note);
  const isChanged = written !== note;
  const keepWords = (event: Event) => isChanged && event.preventDefault();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={onRemove ? 'Sua anotação' : 'Anotar trecho'}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        field.current?.focus();
      }}
      onInteractOutside={keepWords}
      onEscapeKeyDown={keepWords}
      footer={
        <>
          {onRemove && (
            <Button variant="quiet" className="mr-auto" disabled={busy} onClick={onRemove}>
              <Trash2 /> Excluir
            </Button>
          )}
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button busy={busy} busyLabel="Salvando..." onClick={() => onSave(written.trim())}>
            Salvar
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <blockquote className="max-h-40 overflow-y-auto border-sun-edge border-l-3 pl-4 text-ink-soft [overflow-wrap:anywhere]">
          {quote}
        </blockquote>
        <Field label="Anotação" optional>
          <Textarea
            ref={field}
            rows={6}
            maxLength={ANNOTATION_NOTE_MAX}
            value={written}
            onChange={(event) => setWritten(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
