import { useQuery } from '@tanstack/react-query';
import {
  CalendarDays,
  Check,
  History,
  Layers,
  ListChecks,
  Paperclip,
  Trash2,
  TriangleAlert,
  Video,
} from 'lucide-react';
import { type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { useLocation } from 'wouter';
import type { LessonDraft } from '#contract/content/lesson-drafts.ts';
import { readingMinutes } from '#contract/content/reading.ts';
import type { Recording } from '#contract/content/recordings.ts';
import AttachmentsEditor from '#web/features/content/attachments/attachments-editor.tsx';
import { formatDateTime, formatDeadline, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { countWords, type LessonForm } from '../lesson-form.ts';
import { lessonQuestionsQuery } from '../lesson-questions.queries.ts';
import { ChooseQuestionsDialog } from '../lesson-slots.ts';
import { LessonTopicField } from '../lesson-topic-field.tsx';
import { SubjectField } from '../subject-field.tsx';
import { RecordingsEditor } from './recordings/recordings-editor.tsx';
import type { Publishing } from './use-publishing.tsx';
import { lessonVersionsQuery, useDiscardDraft } from './writing.queries.ts';
import { imagesWithoutDescription } from './writing-words.ts';

type WritingPanelProps = {
  draft: LessonDraft;
  form: LessonForm;
  publishing: Publishing;
  onVersions: () => void;
  /** To the first image without a description. */
  onImage: () => void;
  /** Into the text, where the cursor is. */
  onRecording: (recording: Recording) => void;
};

export function WritingPanel({ draft, form, publishing, onVersions, onImage, onRecording }: WritingPanelProps) {
  const { change, errors } = publishing;
  return (
    <>
      <Section icon={<Layers />} title="Matéria e assunto">
        <SubjectField form={form} onChange={change} errors={errors} disabled={false} stacked />
        <LessonTopicField form={form} onChange={change} disabled={false} />
      </Section>
      <Section
        icon={<CalendarDays />}
        title="Publicação"
        fact={draft.publishAt ? formatDeadline(draft.publishAt) : undefined}
      >
        <Publication draft={draft} publishing={publishing} />
      </Section>
      <Section icon={<ListChecks />} title="Questões do fim da aula">
        <EndQuestions draft={draft} />
      </Section>
      <Section icon={<Paperclip />} title="Anexos">
        <AttachmentsEditor of={{ kind: 'lesson', id: draft.id }} />
      </Section>
      <Section icon={<Video />} title="Vídeo e áudio">
        <RecordingsEditor lessonId={draft.id} onInsert={onRecording} />
      </Section>
      <Versions lessonId={draft.id} onOpen={onVersions} />
      <BeforePublishing form={form} onImage={onImage} />
      <Discard draft={draft} />
    </>
  );
}

type SectionProps = { icon: ReactNode; title: string; fact?: string | undefined; children: ReactNode };

function Section({ icon, title, fact, children }: SectionProps) {
  return (
    <details open className="writing-section">
      <summary>
        {icon}
        <span className="grow">{title}</span>
        {fact && <small>{fact}</small>}
      </summary>
      <div className="grid grid-cols-1 gap-3 pb-5">{children}</div>
    </details>
  );
}

function Publication({ draft, publishing }: { draft: LessonDraft; publishing: Publishing }) {
  const { when, setWhen, at, setAt, errors, cancelTime, isCancelling } = publishing;
  if (draft.publishAt) {
    return (
      <>
        <p className="text-sm">
          Sai sozinha em <strong className="tabular-nums">{formatDateTime(draft.publishAt)}</strong>, com o texto que
          estiver salvo nesse momento.
        </p>
        <Button variant="line" size="sm" busy={isCancelling} busyLabel="Cancelando..." onClick={cancelTime}>
          Cancelar agendamento
        </Button>
      </>
    );
  }
  return (
    <>
      <Chips
        label="Quando publicar"
        value={when}
        onValueChange={setWhen}
        chips={[
          { value: 'now', label: 'Agora' },
          { value: 'later', label: 'Agendar' },
        ]}
      />
      {when === 'later' && (
        <Field label="Dia e hora" help="Horário de Brasília." error={errors.publishAt}>
          <Input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
        </Field>
      )}
      <p className="text-ink-soft text-sm">
        {draft.isPublished
          ? 'Até publicar, os alunos leem a versão anterior.'
          : 'Até publicar, só professores e administradores veem esta aula.'}
      </p>
    </>
  );
}

function EndQuestions({ draft }: { draft: LessonDraft }) {
  const [isChoosing, setChoosing] = useState(false);
  const chosen = useQuery(lessonQuestionsQuery(draft.id)).data?.questions ?? [];
  return (
    <>
      {chosen.length > 0 ? (
        <ol className="divide-y divide-line text-sm">
          {chosen.map(({ id, excerpt, subject, topic }) => (
            <li key={id} className="grid py-2">
              <span className="line-clamp-2 [overflow-wrap:anywhere]">{excerpt}</span>
              <span className="text-ink-soft">{[subject, topic].filter(Boolean).join(', ')}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-ink-soft text-sm">Sem nenhuma escolhida, três questões do assunto são sorteadas.</p>
      )}
      <Button variant="line" size="sm" onClick={() => setChoosing(true)}>
        Escolher do banco
      </Button>
      {isChoosing && (
        <Suspense>
          <ChooseQuestionsDialog lessonId={draft.id} open onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}

const SHOWN = 3;

function Versions({ lessonId, onOpen }: { lessonId: number; onOpen: () => void }) {
  const versions = useQuery(lessonVersionsQuery(lessonId)).data ?? [];
  return (
    <Section icon={<History />} title="Versões" fact={versions.length > 0 ? String(versions.length) : undefined}>
      {versions.length === 0 ? (
        <p className="text-ink-soft text-sm">O que você escreve passa a ter versões assim que é salvo.</p>
      ) : (
        <>
          <ul className="grid gap-2 text-sm">
            {versions.slice(0, SHOWN).map(({ id, savedAt, savedByName, isPublished }) => (
              <li key={id}>
                <span className="tabular-nums">{formatDateTime(savedAt)}</span>
                <span className="text-ink-soft">
                  {savedByName && `, ${savedByName}`}
                  {isPublished && ', publicada'}
                </span>
              </li>
            ))}
          </ul>
          <Button variant="line" size="sm" onClick={onOpen}>
            Comparar e restaurar
          </Button>
        </>
      )}
    </Section>
  );
}

function BeforePublishing({ form, onImage }: { form: LessonForm; onImage: () => void }) {
  const html = useDeferredValue(form.content);
  const count = countWords(html);
  const bare = imagesWithoutDescription(html);
  const hasSubject = form.subjectId !== null || Boolean(form.newSubject?.trim());
  return (
    <section aria-labelledby="before-publishing" className="py-4">
      <h2 id="before-publishing" className="mb-2 text-base">
        Antes de publicar
      </h2>
      <ul className="grid gap-1 text-sm">
        <Need isMet={hasSubject}>{hasSubject ? 'Matéria escolhida' : 'Falta a matéria'}</Need>
        <Need isMet={form.title.trim() !== ''}>{form.title.trim() ? 'Título escrito' : 'Falta o título'}</Need>
        <Need isMet={html !== ''}>{html === '' ? 'Falta o conteúdo' : `${readingMinutes(count)} min de leitura`}</Need>
        {bare > 0 && (
          <Need isMet={false}>
            {plural(bare, 'imagem sem descrição', 'imagens sem descrição')},{' '}
            <button type="button" className="link tappable" onClick={onImage}>
              ir até ela
            </button>
          </Need>
        )}
      </ul>
    </section>
  );
}

function Need({ isMet, children }: { isMet: boolean; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      {isMet ? <Check aria-hidden className="text-ok" /> : <TriangleAlert aria-hidden className="text-sun-ink" />}
      <span>{children}</span>
    </li>
  );
}

function Discard({ draft }: { draft: LessonDraft }) {
  const [isAsking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const discard = useDiscardDraft();
  if (draft.version === 0 || (draft.isPublished && !draft.isChanged)) return null;
  const confirm = () =>
    discard.mutate(draft.id, {
      onSuccess: () => {
        navigate(paths.publish);
        toast({ title: draft.isPublished ? 'Alterações descartadas' : 'Rascunho excluído' });
      },
      onError: toastFailure('Não conseguimos descartar'),
    });
  return (
    <>
      <Button variant="quiet" size="sm" className="text-bad" onClick={() => setAsking(true)}>
        <Trash2 /> {draft.isPublished ? 'Descartar alterações' : 'Excluir rascunho'}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={draft.isPublished ? 'Descartar as alterações?' : 'Excluir este rascunho?'}
        text={
          draft.isPublished
            ? 'A aula fica como os alunos a leem. O texto descartado continua entre as versões.'
            : 'O texto e as versões dele serão apagados. Não dá para desfazer.'
        }
        confirmLabel={draft.isPublished ? 'Descartar' : 'Excluir'}
        tone="bad"
        busy={discard.isPending}
        busyLabel="Descartando..."
        onConfirm={confirm}
      />
    </>
  );
}
