import { useQuery } from '@tanstack/react-query';
import { CloudCheck, CloudOff } from 'lucide-react';
import { useDeferredValue, useId, useRef, useState } from 'react';
import type { LessonImport } from '#contract/content/lesson-import.ts';
import { createLesson } from '#contract/content/lessons.ts';
import { readingMinutes } from '#contract/content/reading.ts';
import { LESSON_TITLE_MAX } from '#contract/limits.ts';
import { LazyEditor } from '#web/editor/lazy-editor.tsx';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { draftName, type LessonDraft } from './drafts.ts';
import { ImportButton, useLessonImport } from './import-button.tsx';
import {
  bodyOf,
  countWords,
  hasText,
  isSame,
  type LessonForm,
  lessonJoining,
  lessonLines,
  subjectFault,
  writtenOf,
} from './lesson-form.ts';
import { LessonTopicField } from './lesson-topic-field.tsx';
import { fetchLessonForEditing } from './lessons.queries.ts';
import { SubjectField } from './subject-field.tsx';
import { useComparedTopics } from './use-compared-topics.ts';
import { useSendLesson } from './use-send-lesson.ts';

export type LessonDialogProps = {
  /** Null for a new one. */
  lessonId: number | null;
  stored: Snapshot<LessonForm>;
  /** What the person chose to go on with. */
  draft: LessonDraft | null;
  onClose: () => void;
};

const words = {
  new: {
    title: 'Publicar Nova Aula',
    send: 'Publicar Aula',
    busy: 'Publicando...',
    done: { title: 'Aula publicada!', description: 'A aula foi publicada e já está disponível para os alunos.' },
  },
  edit: {
    title: 'Editar Aula',
    send: 'Salvar Alterações',
    busy: 'Salvando...',
    done: { title: 'Aula atualizada!', description: 'As alterações já estão disponíveis para os alunos.' },
  },
};

/** Creates or edits a lesson. Closing with text asks once; Esc and clicks outside never close it then. */
export function LessonDialog({ lessonId, stored, draft, onClose }: LessonDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const [uploads, setUploads] = useState(0);
  const contentId = useId();
  const subjects = useQuery(subjectsQuery).data ?? [];
  const { area: fields, errors, check, refused, mend } = useChecking<HTMLDivElement>();
  const change = (wish: Partial<LessonForm>) => {
    editing.change(wish);
    mend(...Object.keys(wish));
  };
  const failure = useRef<unknown>(null);
  const send = useSendLesson(lessonId, change, (error) => {
    failure.current = error;
  });
  const editing = useEditing({
    name: draftName(lessonId),
    stored,
    adopt: draft,
    joining: lessonJoining,
    isWorthKeeping: (form) => hasText(form) && !isSame(form, stored.value),
    send,
    ...(lessonId === null ? {} : { reload: async () => writtenOf(await fetchLessonForEditing(lessonId)) }),
    // Left by the browser's back button: the draft is kept, and a toast says where.
    onLeft: () =>
      toast({ title: 'Rascunho guardado', description: 'O texto continua neste aparelho, na Central de Publicação.' }),
  });
  const { value: form, isSaving: isSending } = editing;
  const topics = useComparedTopics(editing);
  const text = words[lessonId === null ? 'new' : 'edit'];
  const hasChanged = editing.conflict !== null || !isSame(form, editing.base.value);

  /** An imported document is appended to the text; its title names a lesson without a title. */
  const take = ({ title, content }: LessonImport) =>
    change({ content: form.content + content, ...(form.title.trim() === '' ? { title } : {}) });
  const importing = useLessonImport(take, form.content !== '');

  const discard = () => {
    editing.discard();
    onClose();
  };
  const cancel = () => (hasChanged ? setAsking(true) : discard());
  const stayWithText = (event: Event) => hasChanged && event.preventDefault();

  const submit = async () => {
    if (!check(createLesson.body, bodyOf(form), subjectFault(form))) {
      toast({
        title: 'Preencha todos os campos',
        description: 'Título, conteúdo e matéria são obrigatórios.',
        tone: 'bad',
      });
      return;
    }
    if (uploads > 0) {
      toast({ title: 'Aguarde um instante', description: 'Ainda há uma imagem sendo enviada.', tone: 'info' });
      return;
    }
    if ((await editing.save()) !== 'saved') {
      // Only now: while it was sent no field could take the focus.
      refused(failure.current);
      return;
    }
    toast(text.done);
    onClose();
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && !isSending && cancel()}
        onOpenAutoFocus={(event) => {
          // The first field, not the button that closes.
          event.preventDefault();
          fields.current?.querySelector<HTMLElement>('select, input')?.focus();
        }}
        onEscapeKeyDown={stayWithText}
        onInteractOutside={stayWithText}
        title={text.title}
        aside={<DraftState state={editing.draft} />}
        size="lg"
        footer={
          <>
            <WordCount html={form.content} />
            <Button variant="line" disabled={isSending} onClick={cancel}>
              Cancelar
            </Button>
            <Button busy={isSending} busyLabel={text.busy} onClick={() => void submit()}>
              {text.send}
            </Button>
          </>
        }
      >
        <div ref={fields} className="grid grid-cols-1 gap-4">
          {editing.conflict && lessonId !== null && (
            <ConflictNotice
              className="scroll-mt-4"
              editing={editing}
              title="Esta aula foi alterada enquanto você editava"
              linesOf={(version) => lessonLines(version, subjects, topics)}
              onSave={() => void submit()}
            >
              <a
                href={paths.lesson(lessonId)}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass({ variant: 'line', size: 'sm' })}
              >
                Ver a versão salva
              </a>
            </ConflictNotice>
          )}
          <SubjectField form={form} onChange={change} errors={errors} disabled={isSending} />
          <LessonTopicField form={form} onChange={change} disabled={isSending} />
          <Field label="Título da Aula" error={errors.title}>
            <Input
              value={form.title}
              maxLength={LESSON_TITLE_MAX}
              disabled={isSending}
              placeholder="Ex: Concordância Verbal - Regras Básicas"
              onChange={(event) => change({ title: event.target.value })}
            />
          </Field>
          <div className="grid grid-cols-1 gap-1.5">
            <p className="font-strong text-sm">Conteúdo da Aula</p>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p id={`${contentId}-help`} className="text-ink-soft text-sm">
                Use o editor abaixo para formatar seu conteúdo como no Word
              </p>
              <ImportButton
                onFile={(file) => void importing.open(file)}
                busy={importing.isReading}
                disabled={isSending}
              />
            </div>
            <LazyEditor
              key={editing.life}
              label="Conteúdo da Aula"
              describedBy={cx(errors.content && `${contentId}-error`, `${contentId}-help`)}
              value={form.content}
              onChange={(content) => change({ content })}
              onUploads={setUploads}
              onDocument={(file) => void importing.open(file)}
              disabled={isSending}
              invalid={Boolean(errors.content)}
            />
            {errors.content && <FieldError id={`${contentId}-error`}>{errors.content}</FieldError>}
          </div>
        </div>
      </Dialog>
      {importing.preview}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={lessonId === null ? 'Descartar esta aula?' : 'Descartar as alterações?'}
        text="O texto que você escreveu será apagado deste aparelho."
        confirmLabel="Descartar"
        cancelLabel="Continuar escrevendo"
        tone="bad"
        onConfirm={discard}
      />
    </>
  );
}

function DraftState({ state }: { state: 'none' | 'kept' | 'in this page' }) {
  return (
    <p role="status" className="flex items-center gap-2 text-ink-soft text-xs max-md:sr-only">
      {state === 'kept' && (
        <>
          <CloudCheck /> Rascunho guardado neste aparelho
        </>
      )}
      {state === 'in this page' && (
        <>
          <CloudOff /> Sem espaço para guardar o rascunho
        </>
      )}
    </p>
  );
}

function WordCount({ html }: { html: string }) {
  const count = countWords(useDeferredValue(html));
  return (
    <p className="mr-auto text-ink-soft text-sm tabular-nums max-md:hidden">
      {plural(count, 'palavra', 'palavras')}, {readingMinutes(count)} min de leitura
    </p>
  );
}
