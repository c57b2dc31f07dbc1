import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ESSAY_COMMAND_MAX, ESSAY_TITLE_MAX } from '#contract/exams/essay-limits.ts';
import {
  type AuthoredTheme,
  type EssayKind,
  essayKinds,
  saveTheme,
  type ThemeDraft,
} from '#contract/exams/essay-themes.ts';
import { examsQuery } from '#web/features/content/contests/contests.queries.ts';
import { plural } from '#web/lib/format.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { NamedOptions, Options } from '#web/ui/options.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toastDraftStored, toastUnsaved } from '#web/ui/toast-editing.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { kindNames } from '../essay-words.ts';
import { ThemeStatus } from './authored-themes-screen.tsx';
import { BaseTextPicker } from './base-text-picker.tsx';
import { EspelhoExample } from './espelho-example.tsx';
import { EspelhoFields } from './espelho-fields.tsx';
import { SecondReadingFields } from './second-reading-fields.tsx';
import { draftOf, type EditedTheme, snapshotOf, themeLines } from './theme-draft.ts';
import { ThemeTopicFields } from './theme-topic-fields.tsx';
import { ThemeVersions } from './theme-versions.tsx';
import { fetchAuthoredTheme, useCloseTheme, usePublishTheme, useSaveTheme } from './themes.queries.ts';

type Wish = Partial<EditedTheme>;
type Errors = Partial<Record<string, string>>;
type PartProps = { value: EditedTheme; errors: Errors; onChange: (wish: Wish) => void };

export function ThemeEditor({ stored: initial }: { stored: AuthoredTheme }) {
  const [stored, setStored] = useState(initial);
  const [opening] = useState(() => snapshotOf(initial));
  const { area, errors, check, refused, mend } = useChecking<HTMLDivElement>();
  const save = useSaveTheme(stored.id);
  const publish = usePublishTheme(stored.id);
  const close = useCloseTheme(stored.id);
  const editing = useEditing<EditedTheme>({
    name: `essay-theme:${stored.id}`,
    stored: opening,
    onLeft: toastDraftStored,
    send: async (value, revision) => {
      try {
        const draft = draftOf(value) as ThemeDraft;
        const saved = await save.mutateAsync({ draft, revision: revision ?? stored.revision });
        setStored(saved);
        return snapshotOf(saved);
      } catch (error) {
        if (error instanceof Error && !refused(error)) toastUnsaved('Erro ao salvar tema')(error);
        throw error;
      }
    },
    reload: async () => snapshotOf(await fetchAuthoredTheme(stored.id)),
  });
  const { value, isDirty } = editing;
  const change = (wish: Wish) => {
    editing.change(wish);
    mend(...Object.keys(errors));
  };
  const send = async () => {
    if (!check(saveTheme.body, { draft: draftOf(value), revision: stored.revision })) return false;
    return !isDirty || (await editing.save()) === 'saved';
  };
  const sendAndPublish = async () => {
    if (!(await send())) return;
    const { revision } = isDirty ? await fetchAuthoredTheme(stored.id) : stored;
    publish.mutate(revision, {
      onSuccess: setStored,
      onError: (error) => void (refused(error) || toastUnsaved('Não foi possível publicar')(error)),
    });
  };
  const isPublishable = isDirty || !stored.isOpen || stored.hasUnpublishedChanges;
  return (
    <>
      <PageHeader
        eyebrow={kindNames[value.kind]}
        title={stored.draft.title}
        subtitle={plural(stored.essayCount, 'redação entregue', 'redações entregues')}
        actions={
          <>
            <ThemeStatus theme={stored} />
            {stored.isOpen && (
              <Button
                variant="line"
                size="sm"
                busy={close.isPending}
                busyLabel="Fechando..."
                onClick={() => close.mutate(undefined, { onSuccess: setStored })}
              >
                Fechar tema
              </Button>
            )}
          </>
        }
      />
      {editing.conflict && (
        <ConflictNotice
          className="mb-6"
          editing={editing}
          title="Este tema foi alterado enquanto você editava"
          linesOf={themeLines}
          onSave={() => void send()}
        />
      )}
      {editing.isRecovered && !editing.conflict && (
        <RestoredDraftNotice className="mb-6" savedAt={editing.changedAt} onDiscard={editing.discard} />
      )}
      <div ref={area} key={editing.life} className="grid grid-cols-1 gap-6">
        <CommandCard value={value} errors={errors} onChange={change} />
        <SheetCard value={value} errors={errors} onChange={change} />
        <EspelhoFields
          espelho={value.espelho}
          errors={errors}
          onChange={(wish) => change({ espelho: { ...value.espelho, ...wish } })}
        />
        <SecondReadingFields
          reading={value.secondReading}
          readerCount={stored.readerCount}
          errors={errors}
          onChange={(wish) => change({ secondReading: { ...value.secondReading, ...wish } })}
        />
        <EspelhoExample espelho={value.espelho} minLines={value.minLines} maxLines={value.maxLines} />
        {stored.versionNumber !== null && <ThemeVersions themeId={stored.id} currentNumber={stored.versionNumber} />}
      </div>
      <ActionBar className="mt-8">
        <span role="status" className="text-ink-soft text-sm max-md:sr-only md:mr-auto">
          {isDirty ? 'Há alterações não salvas' : 'Tudo salvo'}
        </span>
        <Button
          variant="line"
          disabled={!isDirty}
          busy={editing.isSaving}
          busyLabel="Salvando..."
          onClick={() => void send()}
        >
          Salvar
        </Button>
        <Button
          disabled={!isPublishable}
          busy={publish.isPending}
          busyLabel="Publicando..."
          onClick={() => void sendAndPublish()}
        >
          {stored.versionNumber === null ? 'Publicar' : 'Publicar nova versão'}
        </Button>
      </ActionBar>
    </>
  );
}

function CommandCard({ value, errors, onChange }: PartProps) {
  return (
    <Card title="Tema">
      <div className="grid grid-cols-1 gap-4">
        <Field label="Tipo">
          <Select value={value.kind} onChange={({ target }) => onChange({ kind: target.value as EssayKind })}>
            <Options of={essayKinds} words={kindNames} />
          </Select>
        </Field>
        <Field label="Título" error={errors['draft.title']}>
          <Input
            value={value.title}
            maxLength={ESSAY_TITLE_MAX}
            onChange={({ target }) => onChange({ title: target.value })}
          />
        </Field>
        <Field label="Comando" error={errors['draft.command']} help="O que o aluno deve escrever.">
          <Textarea
            value={value.command}
            rows={5}
            maxLength={ESSAY_COMMAND_MAX}
            onChange={({ target }) => onChange({ command: target.value })}
          />
        </Field>
        <BaseTextPicker
          chosen={value.baseTexts}
          error={errors['draft.baseTextIds']}
          onChange={(baseTexts) => onChange({ baseTexts })}
        />
      </div>
    </Card>
  );
}

const numbers = [
  { name: 'maxLines', label: 'Máximo de linhas' },
  { name: 'minLines', label: 'Mínimo de linhas' },
  { name: 'lineWidth', label: 'Caracteres por linha' },
  { name: 'minutes', label: 'Minutos (vazio: sem relógio)' },
  { name: 'returnHours', label: 'Horas até a devolução' },
  { name: 'reviewDays', label: 'Dias para pedir revisão (0: sem)' },
] as const;

function SheetCard({ value, errors, onChange }: PartProps) {
  const exams = useQuery(examsQuery).data ?? [];
  return (
    <Card title="Folha, tempo e janela">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        {numbers.map(({ name, label }) => (
          <Field key={name} label={label} error={errors[`draft.${name}`]}>
            <Input
              inputMode="numeric"
              value={value[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          </Field>
        ))}
        <Field label="Prova" error={errors['draft.examId']}>
          <Select value={value.examId} onChange={({ target }) => onChange({ examId: target.value })}>
            <option value="">Nenhuma</option>
            <NamedOptions of={exams} />
            {value.examId !== '' && !exams.some(({ id }) => String(id) === value.examId) && (
              <option value={value.examId}>Prova passada</option>
            )}
          </Select>
        </Field>
        <ThemeTopicFields
          topic={value.topic}
          error={errors['draft.topicId']}
          onChange={(topic) => onChange({ topic })}
        />
        <Field label="Abre" error={errors['draft.opensAt']} help="Vazio: aberto desde a publicação.">
          <Input
            type="datetime-local"
            value={value.opensAt}
            onChange={({ target }) => onChange({ opensAt: target.value })}
          />
        </Field>
        <Field label="Fecha" error={errors['draft.closesAt']} help="Vazio: sem fim. Horário de Brasília.">
          <Input
            type="datetime-local"
            value={value.closesAt}
            onChange={({ target }) => onChange({ closesAt: target.value })}
          />
        </Field>
      </div>
    </Card>
  );
}
