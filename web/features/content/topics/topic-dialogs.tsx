import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type changeTopic, createTopic, type deleteTopic, mergeTopic, type Topic } from '#contract/content/topics.ts';
import { QUESTION_LABEL_MAX } from '#contract/limits.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { NamedOptions, RowOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { subjectsQuery } from './subjects.ts';
import { useChangeTopic, useCreateTopic, useDeleteTopic, useMergeTopic } from './topics.queries.ts';
import { topicOption, topicsQuery } from './topics.ts';

export type Doing =
  | { what: 'create'; parent: Topic | null }
  | { what: 'rename'; topic: Topic }
  | { what: 'move' | 'delete'; topic: Topic; hasSubtopics: boolean }
  | { what: 'merge'; topic: Topic; into?: number; notice?: string };

/** `About`: what the dialog needs to know about the action. */
type DialogProps<About> = {
  subjectId: number;
  doing: About;
  onDo: (doing: Doing) => void;
  onClose: () => void;
};

export function TopicDialog({ doing, ...rest }: DialogProps<Doing>) {
  if (doing.what === 'create') return <Create {...rest} doing={doing} />;
  if (doing.what === 'rename') return <Rename {...rest} doing={doing} />;
  if (doing.what === 'merge') return <Merge {...rest} doing={doing} />;
  return doing.what === 'move' ? <Move {...rest} doing={doing} /> : <Remove {...rest} doing={doing} />;
}

type FrameProps = {
  title: string;
  busy: boolean;
  send: string;
  form: { props: object };
  onClose: () => void;
  children: ReactNode;
};

function Frame({ title, busy, send, form, onClose, children }: FrameProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} title={title} size="sm">
      <form {...form.props} className="grid grid-cols-1 gap-4">
        {children}
        <div className="flex justify-end gap-2">
          <Button variant="line" disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" busy={busy}>
            {send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Create({ subjectId, doing, onClose }: DialogProps<{ parent: Topic | null }>) {
  const create = useCreateTopic();
  const parentId = doing.parent?.id ?? null;
  const form = useForm({
    initial: { name: '' },
    schema: createTopic.body,
    bodyOf: ({ name }) => ({ subjectId, parentId, name }),
    onSubmit: (body) =>
      create.mutate(body, {
        onSuccess: ({ name }) => {
          onClose();
          toast({ title: parentId === null ? 'Assunto criado' : 'Subassunto criado', description: name });
        },
        onError: (error) => form.refused(error) || form.show({ name: textOf(error) }),
      }),
  });
  const title = doing.parent ? `Novo subassunto de ${doing.parent.name}` : 'Novo assunto';
  return (
    <Frame title={title} busy={create.isPending} send="Criar" form={form} onClose={onClose}>
      <Field label="Nome" error={form.errors.name}>
        <Input autoFocus {...form.field('name')} maxLength={QUESTION_LABEL_MAX} />
      </Field>
    </Frame>
  );
}

function Rename({ doing: { topic }, onDo, onClose }: DialogProps<{ topic: Topic }>) {
  const change = useChangeTopic();
  const form = useForm({
    initial: { name: topic.name },
    schema: createTopic.body,
    bodyOf: ({ name }) => ({ subjectId: topic.subjectId, parentId: topic.parentId, name }),
    onSubmit: ({ name }) =>
      change.mutate(
        { id: topic.id, name },
        {
          onSuccess: () => {
            onClose();
            toast({ title: 'Assunto renomeado', description: `Agora ele se chama "${name}".` });
          },
          onError: (error) => {
            const twin = isRefused<typeof changeTopic>(error, 'topic_exists') ? error.body?.topic : undefined;
            if (twin) onDo(mergeInstead(topic, twin));
            else form.refused(error) || form.show({ name: textOf(error) });
          },
        },
      ),
  });
  return (
    <Frame title={`Renomear ${topic.name}`} busy={change.isPending} send="Salvar nome" form={form} onClose={onClose}>
      <Field label="Novo nome" help="As questões, as aulas e os sorteios acompanham." error={form.errors.name}>
        <Input autoFocus {...form.field('name')} maxLength={QUESTION_LABEL_MAX} />
      </Field>
    </Frame>
  );
}

/** The name exists there: both are probably the same topic. */
const mergeInstead = (topic: Topic, twin: { id: number; name: string }): Doing => ({
  what: 'merge',
  topic,
  into: twin.id,
  notice: `Já existe "${twin.name}" neste lugar. Se for o mesmo assunto, junte os dois.`,
});

const ROOT = 'root';

function Move({
  subjectId,
  doing: { topic, hasSubtopics },
  onDo,
  onClose,
}: DialogProps<{ topic: Topic; hasSubtopics: boolean }>) {
  const change = useChangeTopic();
  const subjects = useQuery(subjectsQuery).data ?? [];
  const [target, setTarget] = useState(subjectId);
  const topics = useQuery(topicsQuery(target)).data ?? [];
  const parents = hasSubtopics ? [] : topics.filter(({ id, parentId }) => parentId === null && id !== topic.id);
  const form = useForm({
    initial: { parent: topic.parentId === null ? ROOT : String(topic.parentId) },
    schema: createTopic.body,
    bodyOf: ({ parent }) => ({
      subjectId: target,
      parentId: parent === ROOT ? null : Number(parent),
      name: topic.name,
    }),
    onSubmit: ({ parentId = null }) =>
      change.mutate(
        { id: topic.id, subjectId: target, parentId },
        {
          onSuccess: () => {
            onClose();
            toast({ title: 'Assunto movido', description: topic.name });
          },
          onError: (error) => {
            const twin = isRefused<typeof changeTopic>(error, 'topic_exists') ? error.body?.topic : undefined;
            if (twin) onDo(mergeInstead(topic, twin));
            else form.show({ parent: textOf(error) });
          },
        },
      ),
  });
  return (
    <Frame title={`Mover ${topic.name}`} busy={change.isPending} send="Mover" form={form} onClose={onClose}>
      <Field label="Matéria">
        <Select
          value={target}
          onChange={(event) => {
            setTarget(Number(event.target.value));
            form.set({ parent: ROOT });
          }}
        >
          <NamedOptions of={subjects} />
        </Select>
      </Field>
      <Field
        label="Dentro de"
        help={hasSubtopics ? 'Este assunto tem subassuntos, por isso fica direto na matéria.' : null}
        error={form.errors.parent}
      >
        <Select {...form.field('parent')}>
          <option value={ROOT}>Direto na matéria</option>
          <NamedOptions of={parents} />
        </Select>
      </Field>
    </Frame>
  );
}

function Merge({
  doing: { topic, into, notice },
  onClose,
}: DialogProps<{ topic: Topic; into?: number; notice?: string }>) {
  const merge = useMergeTopic();
  const topics = useQuery(topicsQuery(topic.subjectId)).data ?? [];
  const form = useForm({
    initial: { into: into === undefined ? '' : String(into) },
    schema: mergeTopic.body,
    bodyOf: (values) => ({ into: Number(values.into) }),
    onWrong: () => form.show({ into: 'Escolha o assunto que fica.' }),
    onSubmit: (body) =>
      merge.mutate(
        { id: topic.id, into: body.into },
        {
          onSuccess: ({ name }) => {
            onClose();
            toast({ title: 'Assuntos juntados', description: `Tudo de "${topic.name}" está em "${name}".` });
          },
          onError: (error) => form.refused(error) || form.show({ into: textOf(error) }),
        },
      ),
  });
  return (
    <Frame title={`Juntar ${topic.name}`} busy={merge.isPending} send="Juntar" form={form} onClose={onClose}>
      {notice && <Notice tone="sun">{notice}</Notice>}
      <Field
        label="Juntar com"
        help={`As questões, as aulas e os sorteios passam para o assunto escolhido, e "${topic.name}" deixa de existir.`}
        error={form.errors.into}
      >
        <Select {...form.field('into')}>
          <option value="">Escolha o assunto que fica</option>
          <RowOptions
            of={topics.filter(({ id, parentId }) => id !== topic.id && parentId !== topic.id)}
            label={({ parentId, name }) => topicOption(parentId, name)}
          />
        </Select>
      </Field>
    </Frame>
  );
}

/** A topic in use is refused with the counts; then the merge is offered at once. */
function Remove({ doing: { topic }, onDo, onClose }: DialogProps<{ topic: Topic }>) {
  const remove = useDeleteTopic();
  const confirm = () =>
    remove.mutate(topic.id, {
      onSuccess: () => {
        onClose();
        toast({ title: 'Assunto excluído', description: topic.name });
      },
      onError: (error) => {
        if (isRefused<typeof deleteTopic>(error, 'topic_in_use')) {
          onDo({ what: 'merge', topic, notice: textOf(error) });
          return;
        }
        onClose();
        toast({ title: 'Erro ao excluir', description: textOf(error), tone: 'bad' });
      },
    });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Excluir "${topic.name}"?`}
      text="Só um assunto que nada usa pode ser excluído. Esta ação não pode ser desfeita."
      confirmLabel="Excluir"
      tone="bad"
      busy={remove.isPending}
      busyLabel="Excluindo..."
      onConfirm={confirm}
    />
  );
}
