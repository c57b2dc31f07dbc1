import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { MISTAKE_NOTE_MAX } from '#contract/limits.ts';
import type { Mistake } from '#contract/study/review.ts';
import { Button } from '#web/ui/button.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useNoteMistake } from './review.queries.ts';

/** The student's own note about a mistake, and the form that changes it. */
export function MistakeNote({ mistake }: { mistake: Mistake }) {
  const field = useId();
  const [text, setText] = useState<string | null>(null);
  const note = useNoteMistake(mistake.questionId);
  if (text === null) {
    return (
      <>
        {mistake.note && (
          <div className="border-sun-edge border-l-3 bg-sun-tint px-4 py-3 font-serif">
            <PlainText text={mistake.note} />
          </div>
        )}
        <Button
          variant="quiet"
          size="sm"
          className="justify-self-start print:hidden"
          onClick={() => setText(mistake.note)}
        >
          <Pencil /> {mistake.note ? 'Editar a nota' : 'Escrever uma nota'}
        </Button>
      </>
    );
  }
  return (
    <form
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        note.mutate({ note: text.trim() }, { onSuccess: () => setText(null) });
      }}
    >
      <label htmlFor={field} className="font-strong text-sm">
        Sua nota
      </label>
      <Textarea
        id={field}
        rows={3}
        maxLength={MISTAKE_NOTE_MAX}
        value={text}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={note.isPending} busyLabel="Salvando...">
          Salvar nota
        </Button>
        <Button variant="quiet" size="sm" onClick={() => setText(null)}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
