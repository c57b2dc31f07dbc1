import './writing.css';
import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { ArrowLeft, Eye, PanelRight } from 'lucide-react';
import { Suspense, useDeferredValue, useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import type { LessonDraft } from '#contract/content/lesson-drafts.ts';
import type { LessonImport } from '#contract/content/lesson-import.ts';
import { videoAddress } from '#contract/content/lesson-video.ts';
import { readingMinutes } from '#contract/content/reading.ts';
import type { Recording } from '#contract/content/recordings.ts';
import { LESSON_TITLE_MAX } from '#contract/limits.ts';
import { LazyEditor } from '#web/editor/lazy-editor.tsx';
import { attachmentsQuery } from '#web/features/content/attachments/attachments.queries.ts';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { topicsQuery } from '#web/features/content/topics/topics.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { paths } from '#web/lib/paths.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { NativeTextarea } from '#web/ui/native-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useOnline } from '#web/ui/use-online.ts';
import { ImportButton, useLessonImport } from '../import-button.tsx';
import { countWords } from '../lesson-form.ts';
import { ChooseQuestionsDialog } from '../lesson-slots.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { usePublishing } from './use-publishing.tsx';
import { useWriting } from './use-writing.ts';
import { VersionsDialog } from './versions-dialog.tsx';
import { leave, lessonVersionsQuery, presenceQuery } from './writing.queries.ts';
import { WritingNotices } from './writing-notices.tsx';
import { WritingPanel } from './writing-panel.tsx';
import { draftStateOf, savingWords } from './writing-words.ts';

type WritingPageProps = { draft: LessonDraft; onTakeTheirs: () => void };

/** A page for long work: the text in the middle, everything else at its side, and nothing to save. */
export function WritingPage({ draft, onTakeTheirs }: WritingPageProps) {
  const { editing, fault, restore } = useWriting(draft);
  const { value: form, isDirty, isSaving, base } = editing;
  const publishing = usePublishing(draft, editing);
  const { errors, change } = publishing;
  const isOnline = useOnline();
  const isWide = useMedia('(min-width: 1000px)');
  const [page] = useState(newKey);
  const presence = useQuery(presenceQuery(draft.id, page)).data;
  useEffect(() => () => leave(draft.id, page), [draft.id, page]);
  usePreloadedOptions(draft.id, form.subjectId);
  const [open, setOpen] = useState<'options' | 'versions' | 'preview' | 'questions' | null>(null);
  const titleId = useId();
  // An error must be visible where it can be corrected.
  const isPanelWrong = Boolean(errors.subjectId || errors.newSubject || errors.publishAt);
  useEffect(() => {
    if (isPanelWrong && isWide === false) setOpen('options');
  }, [isPanelWrong, isWide]);

  /** An imported document is appended to the text; its title names a lesson without a title. */
  const take = ({ title, content }: LessonImport) =>
    change({ content: form.content + content, ...(form.title.trim() === '' ? { title } : {}) });
  const importing = useLessonImport(take, form.content !== '');
  const standing = draftStateOf(draft);
  const panel = (
    <WritingPanel
      draft={draft}
      form={form}
      publishing={publishing}
      onVersions={() => setOpen('versions')}
      onImage={() => {
        setOpen(null);
        toFirstUndescribedImage();
      }}
      onRecording={(recording) => {
        setOpen(null);
        insertRecording(recording);
      }}
    />
  );

  return (
    <div className="writing" ref={publishing.area}>
      <section className="writing-top" aria-label="Estado da aula">
        <Link
          href={paths.publish}
          aria-label="Voltar para as aulas"
          className={buttonClass({ variant: 'quiet', size: 'icon', className: 'max-md:hidden' })}
        >
          <ArrowLeft />
        </Link>
        <p role="status" className="min-w-0 truncate text-ink-soft text-sm">
          {savingWords({ isSaving, isDirty, isOnline, fault, savedAt: base.savedAt })}
        </p>
        <Badge tone={standing.tone} className="max-md:hidden">
          {standing.label}
        </Badge>
        <span className="grow" />
        <Button variant="quiet" className="max-md:hidden" onClick={() => setOpen('preview')}>
          <Eye /> Ver como aluno
        </Button>
        {!isWide && (
          <Button
            variant="quiet"
            size="icon"
            aria-label="Opções da aula"
            className="min-[1000px]:hidden"
            onClick={() => setOpen('options')}
          >
            <PanelRight />
          </Button>
        )}
        <Button
          disabled={editing.conflict !== null}
          busy={publishing.isBusy}
          busyLabel={publishing.busyLabel}
          onClick={() => void publishing.run()}
        >
          {publishing.label}
        </Button>
      </section>
      <div className="writing-body">
        <div className="min-w-0">
          <h1 className="sr-only">Escrever aula</h1>
          <WritingNotices
            draft={draft}
            editing={editing}
            presence={presence}
            onTakeTheirs={onTakeTheirs}
            onVersions={() => setOpen('versions')}
            onReplace={() => void publishing.run({ over: true })}
          />
          <div className="writing-head">
            <label htmlFor={titleId} className="sr-only">
              Título da Aula
            </label>
            <NativeTextarea
              id={titleId}
              rows={1}
              className="writing-title"
              value={form.title}
              maxLength={LESSON_TITLE_MAX}
              placeholder="Título da aula"
              aria-invalid={errors.title ? true : undefined}
              aria-describedby={errors.title ? `${titleId}-error` : undefined}
              // A title is one line, however it is folded on the screen.
              onChange={(event) => change({ title: event.target.value.replaceAll('\n', ' ') })}
            />
            {errors.title && <FieldError id={`${titleId}-error`}>{errors.title}</FieldError>}
            <div className="writing-facts">
              <Facts subjectId={form.subjectId} html={form.content} />
              <ImportButton onFile={(file) => void importing.open(file)} busy={importing.isReading} disabled={false} />
            </div>
          </div>
          <LazyEditor
            key={editing.life}
            look="page"
            label="Conteúdo da Aula"
            describedBy={errors.content && `${titleId}-content`}
            value={form.content}
            onChange={(content) => change({ content })}
            onUploads={publishing.setUploads}
            onQuestion={() => setOpen('questions')}
            onDocument={(file) => void importing.open(file)}
            invalid={Boolean(errors.content)}
          />
          {errors.content && <FieldError id={`${titleId}-content`}>{errors.content}</FieldError>}
        </div>
        {isWide && (
          <aside aria-label="Opções da aula" className="writing-panel">
            {panel}
          </aside>
        )}
      </div>
      {!isWide && (
        <Dialog
          open={open === 'options'}
          onOpenChange={(isOpen) => setOpen(isOpen ? 'options' : null)}
          title="Opções da aula"
          footer={<Button onClick={() => setOpen(null)}>Pronto</Button>}
        >
          {panel}
        </Dialog>
      )}
      {importing.preview}
      {open === 'versions' && (
        <VersionsDialog
          lessonId={draft.id}
          form={form}
          onClose={() => setOpen(null)}
          onRestore={(text) => {
            restore(text);
            setOpen(null);
            toast({ title: 'Versão restaurada', description: 'O texto de antes continua entre as versões.' });
          }}
        />
      )}
      {open === 'questions' && (
        <Suspense>
          <ChooseQuestionsDialog lessonId={draft.id} open onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'preview' && <PreviewDialog form={form} onClose={() => setOpen(null)} />}
      {publishing.question}
    </div>
  );
}

/** Loaded before the options open: a panel that grows under the pointer would be pressed in the wrong place. */
function usePreloadedOptions(lessonId: number, subjectId: number | null): void {
  useQuery(attachmentsQuery({ kind: 'lesson', id: lessonId }));
  useQuery(lessonVersionsQuery(lessonId));
  useQuery({ ...topicsQuery(subjectId ?? 0), enabled: subjectId !== null });
}

function Facts({ subjectId, html }: { subjectId: number | null; html: string }) {
  const subjects = useQuery(subjectsQuery).data ?? [];
  const count = countWords(useDeferredValue(html));
  return (
    <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm tabular-nums">
      <span>{subjects.find(({ id }) => id === subjectId)?.name ?? 'Sem matéria'}</span>
      <span>{readingMinutes(count)} min de leitura</span>
      <span>{plural(count, 'palavra', 'palavras')}</span>
    </p>
  );
}

/** Inserted at the cursor, which the text keeps while the panel has the focus. */
function insertRecording({ id, title }: Recording): void {
  const text = document.querySelector<HTMLElement & { editor?: Editor }>('.writing .ProseMirror');
  const attrs = { href: videoAddress({ provider: 'own', id: String(id) }), title };
  text?.editor?.chain().focus().insertContent({ type: 'video', attrs }).run();
}

function toFirstUndescribedImage(): void {
  const image = document.querySelector('.writing .ProseMirror img:not([alt]), .writing .ProseMirror img[alt=""]');
  image?.scrollIntoView({ block: 'center' });
}
