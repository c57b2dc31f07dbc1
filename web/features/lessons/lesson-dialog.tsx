import { CloudCheck, CloudOff } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { LESSON_TITLE_MAX } from '../../../contract/limits.ts';
import { readingMinutes } from '../../../contract/reading.ts';
import { LazyEditor } from '../../editor/lazy-editor.tsx';
import { plural } from '../../lib/format.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { usePointOut } from '../../ui/use-point-out.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import type { Draft } from './drafts.ts';
import { countWords, isComplete, isSame, type LessonForm, missingFields } from './lesson-form.ts';
import { SubjectField } from './subject-field.tsx';
import { useDraft } from './use-draft.ts';
import { useSendLesson } from './use-send-lesson.ts';

export type LessonDialogProps = {
  draftKey: string;
  /** What the form begins with: empty, a draft, or the lesson. */
  initial: LessonForm;
  /** What is stored already; the same text is not worth a draft. */
  baseline: LessonForm;
  lesson?: Draft['lesson'];
  onClose: () => void;
};

const words = {
  new: { title: 'Publicar Nova Aula', send: 'Publicar Aula', busy: 'Publicando...' },
  edit: { title: 'Editar Aula', send: 'Salvar Alterações', busy: 'Salvando...' },
};

/** Writes a lesson, new or not. Closing with text asks once; Esc and clicks outside never close it then. */
export function LessonDialog({ draftKey, initial, baseline, lesson: opened, onClose }: LessonDialogProps) {
  const [form, setForm] = useState(initial);
  const [lesson, setLesson] = useState(opened);
  const [showMissing, setShowMissing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isConflict, setConflict] = useState(false);
  const [uploads, setUploads] = useState(0);
  const contentId = useId();
  const changedAt = useRef(new Date().toISOString());
  const change = (part: Partial<LessonForm>) => {
    changedAt.current = new Date().toISOString();
    setForm((before) => ({ ...before, ...part }));
  };
  const { area: fields, pointOut } = usePointOut<HTMLDivElement>();
  const draft = useDraft({ key: draftKey, form, baseline, lesson });
  const { send, isSending } = useSendLesson(change);
  const isClosed = useRef(false);
  const text = words[lesson ? 'edit' : 'new'];
  const missing = missingFields(form);
  const hasChanged = draft.isWorthKeeping || !isSame(form, baseline);

  const finish = () => {
    isClosed.current = true;
    draft.clear();
    onClose();
  };
  const cancel = () => (hasChanged ? setAsking(true) : finish());
  const stayWithText = (event: Event) => hasChanged && event.preventDefault();

  const submit = async (target = lesson) => {
    if (!isComplete(form)) {
      setShowMissing(true);
      pointOut();
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
    const result = await send(form, target);
    setConflict(result === 'conflict');
    if (result === 'sent') finish();
    if (result === 'signed out') draft.letGo();
  };

  // Left by the browser's back button: nothing is lost, and the teacher is told where it is.
  const keptOnLeaving = useRef(false);
  keptOnLeaving.current = draft.isWorthKeeping;
  useEffect(
    () => () => {
      if (isClosed.current || !keptOnLeaving.current) return;
      toast({ title: 'Rascunho guardado', description: 'O texto continua neste aparelho, na Central de Publicação.' });
    },
    [],
  );

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
        aside={<DraftState state={draft.state} />}
        size="lg"
        footer={
          <>
            <WordCount html={form.content} />
            <Button variant="line" disabled={isSending} onClick={cancel}>
              Cancelar
            </Button>
            <Button busy={isSending} busyLabel={text.busy} onClick={() => submit()}>
              {text.send}
            </Button>
          </>
        }
      >
        <div ref={fields} className="grid grid-cols-1 gap-4">
          {isConflict && lesson && (
            <ConflictNotice
              lessonId={lesson.id}
              changedAt={changedAt.current}
              disabled={isSending}
              onReplace={(version) => {
                const target = { ...lesson, version };
                setLesson(target);
                void submit(target);
              }}
            />
          )}
          <SubjectField form={form} onChange={change} missing={showMissing && missing.subject} disabled={isSending} />
          <Field label="Título da Aula" error={showMissing && missing.title ? 'Escreva o título da aula.' : null}>
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
            <p id={`${contentId}-help`} className="text-ink-soft text-sm">
              Use o editor abaixo para formatar seu conteúdo como no Word
            </p>
            <LazyEditor
              label="Conteúdo da Aula"
              describedBy={`${contentId}-help`}
              value={form.content}
              onChange={(content) => change({ content })}
              onUploads={setUploads}
              disabled={isSending}
              invalid={showMissing && missing.content}
            />
            {showMissing && missing.content && <FieldError>Escreva o conteúdo da aula.</FieldError>}
          </div>
        </div>
      </Dialog>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={lesson ? 'Descartar as alterações?' : 'Descartar esta aula?'}
        text="O texto que você escreveu será apagado deste aparelho."
        confirmLabel="Descartar"
        cancelLabel="Continuar escrevendo"
        tone="bad"
        onConfirm={finish}
      />
    </>
  );
}

function DraftState({ state }: { state: 'idle' | 'saved' | 'failed' }) {
  return (
    <p role="status" className="flex items-center gap-2 text-ink-soft text-xs max-md:sr-only">
      {state === 'saved' && (
        <>
          <CloudCheck /> Rascunho guardado neste aparelho
        </>
      )}
      {state === 'failed' && (
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
