import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { NOTE_MAX, type Person } from '#contract/people/people.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useAddNote, useDeleteNote } from './people.queries.ts';

/** What the office wants to remember; the person does not see it here, but it is part of their data. */
export function PersonNotes({ person }: { person: Person }) {
  const self = useUser();
  const add = useAddNote(person.id);
  const remove = useDeleteNote(person.id);
  const [text, setText] = useState('');
  const [creationKey, setCreationKey] = useState(newKey);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || add.isPending) return;
    add.mutate(
      { text, creationKey },
      {
        onSuccess: () => {
          setText('');
          setCreationKey(newKey());
        },
      },
    );
  };
  return (
    <Card title="Anotações da secretaria">
      <form noValidate onSubmit={submit} className="mb-4 grid gap-2">
        <Field label="Nova anotação" help="Só a equipe lê aqui. Faz parte dos dados que a pessoa pode pedir.">
          <Textarea rows={2} maxLength={NOTE_MAX} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="line"
          size="sm"
          className="justify-self-start"
          disabled={!text.trim()}
          busy={add.isPending}
          busyLabel="Salvando..."
        >
          Anotar
        </Button>
      </form>
      <ul className="divide-y divide-line">
        {person.notes.map((note) => (
          <li key={note.id} className="flex items-start justify-between gap-3 py-2">
            <div className="min-w-0">
              <PlainText text={note.text} />
              <p className="text-ink-soft text-sm">
                {note.by ?? 'Conta excluída'}, {formatDateTime(note.at)}
              </p>
            </div>
            {(note.isMine || isAdmin(self)) && (
              <Button
                variant="quiet"
                size="icon"
                aria-label="Excluir anotação"
                busy={remove.isPending && remove.variables === note.id}
                onClick={() => remove.mutate(note.id)}
              >
                <Trash2 />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
