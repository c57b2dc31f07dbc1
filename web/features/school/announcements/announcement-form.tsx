import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import * as z from 'zod/mini';
import {
  type Audience,
  type AudienceWish,
  previewAnnouncement,
  sendAnnouncement,
} from '#contract/school/announcements.ts';
import { type MessageTo, readMessageTo } from '#web/features/people/accounts/message-to.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { choicesQuery, usePreview, useSend } from './announcements.queries.ts';

type Kind = Exclude<Audience, 'people'>;
type Words = { title: string; text: string; audience: AudienceWish };

const kinds: [Kind, string][] = [
  ['all', 'Todos os alunos'],
  ['offer', 'Quem comprou uma oferta'],
  ['course', 'Quem está em um curso'],
  ['exam', 'Quem segue uma prova'],
];

const audienceOf = (kind: Audience, id: string, to: MessageTo | null): unknown => {
  if (kind === 'people') return { kind, ...to };
  return kind === 'all' || id === '' ? { kind } : { kind, id };
};

const chosenWords = (to: MessageTo) =>
  'ids' in to
    ? plural(to.ids.length, 'pessoa escolhida em Usuários', 'pessoas escolhidas em Usuários')
    : 'Todos da lista de Usuários';

/** The announcement is previewed with its number of recipients before it is sent. */
export function AnnouncementForm() {
  // The people selected in the list of users, stored in this history entry.
  const to = readMessageTo(useHistoryState());
  const preview = usePreview();
  const send = useSend();
  const [words, setWords] = useState<Words | null>(null);
  const [creationKey, setCreationKey] = useState(newKey);
  const form = useForm({
    initial: { title: '', text: '', kind: to ? 'people' : 'all', id: '', sendAt: '' },
    schema: previewAnnouncement.body,
    bodyOf: ({ title, text, kind, id }) => ({ title, text, audience: audienceOf(kind as Audience, id, to) }),
    onSubmit: (body) =>
      preview.mutate(body, {
        onSuccess: () => setWords(body),
        onError: toastFailure('Não conseguimos preparar o aviso'),
      }),
  });
  const { kind, sendAt } = form.values;
  const confirm = () => {
    if (!words) return;
    const body = {
      ...words,
      creationKey,
      ...(sendAt ? { sendAt: new Date(sendAt).toISOString() } : {}),
    };
    if (!z.safeParse(sendAnnouncement.body, body).success) return;
    send.mutate(body, {
      onSuccess: () => {
        setWords(null);
        setCreationKey(newKey());
        form.reset();
      },
    });
  };
  return (
    <Card title="Novo aviso">
      <form {...form.props} className="grid gap-4 md:grid-cols-2">
        <Field label="Para quem">
          <Select value={kind} onChange={(event) => form.set({ kind: event.target.value, id: '' })}>
            {to && <option value="people">{chosenWords(to)}</option>}
            {kinds.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {kind !== 'all' && kind !== 'people' && (
          <ChoiceField kind={kind as Exclude<Kind, 'all'>} error={form.errors['audience.id']} {...form.field('id')} />
        )}
        <Field label="Título" error={form.errors.title} className="md:col-span-2">
          <Input {...form.field('title')} />
        </Field>
        <Field
          label="Mensagem"
          error={form.errors.text}
          help="Uma linha em branco separa parágrafos."
          className="md:col-span-2"
        >
          <Textarea rows={5} {...form.field('text')} />
        </Field>
        <Field label="Enviar em" optional help="Vazio: agora.">
          <Input type="datetime-local" {...form.field('sendAt')} />
        </Field>
        <div className="flex items-end justify-end md:col-start-2">
          <Button type="submit" busy={preview.isPending} busyLabel="Contando...">
            Conferir
          </Button>
        </div>
      </form>
      <Dialog
        open={words !== null}
        onOpenChange={(open) => !open && setWords(null)}
        size="lg"
        title={plural(preview.data?.recipients ?? 0, 'aluno será avisado', 'alunos serão avisados')}
        description={`${plural(preview.data?.mailed ?? 0, 'recebe', 'recebem')} também por e-mail; os outros preferem só o sino.${kind === 'people' ? ' Avisos vão só para alunos ativos.' : ''}`}
        footer={
          <>
            <Button variant="line" onClick={() => setWords(null)}>
              Voltar
            </Button>
            <Button
              disabled={preview.data?.recipients === 0}
              busy={send.isPending}
              busyLabel="Enviando..."
              onClick={confirm}
            >
              {sendAt ? 'Agendar' : 'Enviar agora'}
            </Button>
          </>
        }
      >
        <iframe
          title="Como o e-mail fica"
          sandbox=""
          srcDoc={preview.data?.html ?? ''}
          className="h-96 w-full rounded-control border border-line bg-white"
        />
      </Dialog>
    </Card>
  );
}

type ChoiceFieldProps = {
  kind: Exclude<Kind, 'all'>;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

const choiceLabels = { offer: 'Oferta', course: 'Curso', exam: 'Prova' };

function ChoiceField({ kind, error, ...control }: ChoiceFieldProps) {
  const choices = useQuery(choicesQuery(kind)).data ?? [];
  return (
    <Field label={choiceLabels[kind]} error={error}>
      <Select {...control}>
        <option value="">Escolha…</option>
        <NamedOptions of={choices} />
      </Select>
    </Field>
  );
}
