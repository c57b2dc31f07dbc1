import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type deleteSubject, mergeSubject, renameSubject, type Subject } from '#contract/content/subjects.ts';
import { SUBJECT_NAME_MAX } from '#contract/limits.ts';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useDeleteSubject, useMergeSubject, useRenameSubject } from './subjects.queries.ts';

type Doing = { what: 'rename' | 'merge' | 'delete'; subject: Subject };

/** Subjects for admins: rename, merge, delete empty ones. */
export function SubjectsDialog({ onClose }: { onClose: () => void }) {
  const subjects = useQuery(subjectsQuery);
  const [doing, setDoing] = useState<Doing | null>(null);
  const done = () => setDoing(null);
  const isDoing = (what: Doing['what'], subject: Subject) => doing?.what === what && doing.subject.id === subject.id;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Gerenciar Matérias">
      {subjects.data?.length === 0 && (
        <EmptyState title="Nenhuma matéria ainda" text="Crie a primeira ao publicar uma aula." />
      )}
      <ul className="divide-y divide-line">
        {subjects.data?.map((subject) => (
          <li key={subject.id} className="grid gap-3 py-3">
            <div className="flex flex-wrap items-center gap-2">
              <div className="min-w-40 grow">
                <p className="font-strong [overflow-wrap:anywhere]">{subject.name}</p>
                <p className="text-ink-soft text-sm">{plural(subject.lessonCount, 'aula', 'aulas')}</p>
              </div>
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Renomear ${subject.name}`}
                onClick={() => setDoing({ what: 'rename', subject })}
              >
                Renomear
              </Button>
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Juntar ${subject.name} com outra`}
                onClick={() => setDoing({ what: 'merge', subject })}
              >
                Juntar
              </Button>
              {subject.lessonCount === 0 && (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Excluir ${subject.name}`}
                  onClick={() => setDoing({ what: 'delete', subject })}
                >
                  Excluir
                </Button>
              )}
            </div>
            {isDoing('rename', subject) && <Rename subject={subject} onDone={done} />}
            {isDoing('merge', subject) && <Merge subject={subject} others={subjects.data} onDone={done} />}
            {isDoing('delete', subject) && (
              <Remove subject={subject} onDone={done} onMerge={() => setDoing({ what: 'merge', subject })} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type ActionProps = { subject: Subject; onDone: () => void };

function Rename({ subject, onDone }: ActionProps) {
  const rename = useRenameSubject();
  const form = useForm({
    initial: { name: subject.name },
    schema: renameSubject.body,
    onSubmit: ({ name }) =>
      rename.mutate(
        { id: subject.id, name },
        {
          onSuccess: (renamed) => {
            onDone();
            toast({ title: 'Matéria renomeada', description: `Agora ela se chama "${renamed.name}".` });
          },
          onError: (error) => form.refused(error) || form.show({ name: textOf(error) }),
        },
      ),
  });
  return (
    <form {...form.props} className="grid gap-2">
      <Field label="Novo nome" error={form.errors.name}>
        <Input autoFocus {...form.field('name')} maxLength={SUBJECT_NAME_MAX} />
      </Field>
      <Buttons busy={rename.isPending} label="Salvar nome" onCancel={onDone} />
    </form>
  );
}

function Merge({ subject, others, onDone }: ActionProps & { others: Subject[] }) {
  const merge = useMergeSubject();
  const form = useForm({
    initial: { into: '' },
    schema: mergeSubject.body,
    bodyOf: ({ into }) => ({ into: Number(into) }),
    onWrong: () => form.show({ into: 'Escolha a matéria que fica.' }),
    onSubmit: ({ into }) =>
      merge.mutate(
        { id: subject.id, into },
        {
          onSuccess: (merged) => {
            onDone();
            toast({ title: 'Matérias juntadas', description: `Tudo de "${subject.name}" está em "${merged.name}".` });
          },
          onError: (error) => form.refused(error) || form.show({ into: textOf(error) }),
        },
      ),
  });
  return (
    <form {...form.props} className="grid gap-2">
      <Field
        label="Juntar com"
        help={`As aulas, as questões e os assuntos passam para a matéria escolhida e "${subject.name}" deixa de existir.`}
        error={form.errors.into}
      >
        <Select {...form.field('into')}>
          <option value="">Escolha a matéria que fica</option>
          <NamedOptions of={others.filter(({ id }) => id !== subject.id)} />
        </Select>
      </Field>
      <Buttons busy={merge.isPending} label="Juntar matérias" onCancel={onDone} />
    </form>
  );
}

/** A subject in use by questions or draws is refused with their number; then the merge is offered at once. */
function Remove({ subject, onDone, onMerge }: ActionProps & { onMerge: () => void }) {
  const remove = useDeleteSubject();
  const confirm = () =>
    remove.mutate(subject.id, {
      onSuccess: () => {
        onDone();
        toast({ title: 'Matéria excluída' });
      },
      onError: (error) => {
        if (isRefused<typeof deleteSubject>(error, 'subject_in_use')) onMerge();
        toast({ title: 'Erro ao excluir', description: textOf(error), tone: 'bad' });
      },
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={`Excluir "${subject.name}"?`}
      text="Ela não tem aulas. Esta ação não pode ser desfeita."
      confirmLabel="Excluir"
      tone="bad"
      busy={remove.isPending}
      busyLabel="Excluindo..."
      onConfirm={confirm}
    />
  );
}

type ButtonsProps = { busy: boolean; label: string; onCancel: () => void };

function Buttons({ busy, label, onCancel }: ButtonsProps) {
  return (
    <div className="flex justify-end gap-2">
      <Button variant="line" size="sm" disabled={busy} onClick={onCancel}>
        Cancelar
      </Button>
      <Button type="submit" size="sm" busy={busy}>
        {label}
      </Button>
    </div>
  );
}
