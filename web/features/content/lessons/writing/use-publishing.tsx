import { useState } from 'react';
import type { LessonDraft } from '#contract/content/lesson-drafts.ts';
import { createLesson } from '#contract/content/lessons.ts';
import { fromSchoolTime, toSchoolTime } from '#contract/school-time.ts';
import { fieldsOf, isSignedOut, textOf } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { EditingHandle } from '#web/lib/use-editing.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { bodyOf, type LessonForm, subjectFault } from '../lesson-form.ts';
import { useNewSubject } from '../use-new-subject.ts';
import { draftQuery, usePublishDraft, useScheduleDraft } from './writing.queries.ts';

const words = {
  new: { title: 'Aula publicada!', description: 'A aula foi publicada e já está disponível para os alunos.' },
  changed: { title: 'Aula atualizada!', description: 'As alterações já estão disponíveis para os alunos.' },
};

/** What leads from the text to the students: now, or at a time. */
export function usePublishing(draft: LessonDraft, editing: EditingHandle<LessonForm>) {
  const { id, publishAt } = draft;
  const { area, errors, check, refused, show, mend } = useChecking<HTMLDivElement>();
  const publish = usePublishDraft(id);
  const schedule = useScheduleDraft(id);
  const makeSubject = useNewSubject();
  const [uploads, setUploads] = useState(0);
  const [isPreparing, setPreparing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [when, setWhen] = useState<'now' | 'later'>(publishAt ? 'later' : 'now');
  const [at, setAt] = useState(publishAt ? toSchoolTime(publishAt) : '');
  /** Students read another text than the one this was made from. */
  const isBehind = draft.lessonVersion !== draft.baseVersion;

  const change = (wish: Partial<LessonForm>) => {
    editing.change(wish);
    mend(...Object.keys(wish));
  };
  const told = (title: string, error: unknown) => {
    if (isSignedOut(error)) return;
    refused(error);
    const [first] = Object.values(fieldsOf(error));
    toast({ title, description: first ?? textOf(error), tone: 'bad' });
  };

  /** Checks that everything is complete and saved; null when not, after showing why. */
  const settled = async (): Promise<LessonDraft | null> => {
    const { value: form } = editing;
    if (!check(createLesson.body, bodyOf(form), subjectFault(form))) {
      toast({
        title: 'Preencha todos os campos',
        description: 'Título, conteúdo e matéria são obrigatórios.',
        tone: 'bad',
      });
      return null;
    }
    if (uploads > 0) {
      toast({ title: 'Aguarde um instante', description: 'Ainda há uma imagem sendo enviada.', tone: 'info' });
      return null;
    }
    let isNewSubject = false;
    if (form.newSubject !== null) {
      try {
        change({ subjectId: await makeSubject(form.newSubject.trim()), newSubject: null });
        isNewSubject = true;
      } catch (error) {
        told('Erro ao criar matéria', error);
        return null;
      }
    }
    if (editing.isDirty || editing.isSaving || isNewSubject) {
      const result = await editing.save();
      if (result === 'failed') {
        toast({ title: 'Não conseguimos salvar o texto', description: 'Ele continua neste aparelho.', tone: 'bad' });
      }
      if (result !== 'saved') return null;
    }
    return queryClient.getQueryData(draftQuery(id).queryKey) ?? null;
  };

  const publishNow = async () => {
    const saved = await settled();
    if (!saved) return;
    try {
      await publish.mutateAsync({ version: saved.version, lessonVersion: saved.lessonVersion });
      setWhen('now');
      toast(saved.isPublished ? words.changed : words.new);
    } catch (error) {
      told('Erro ao publicar', error);
    }
  };

  const setTime = async (moment: string | null) => {
    const saved = moment === null ? (queryClient.getQueryData(draftQuery(id).queryKey) ?? null) : await settled();
    if (!saved) return;
    try {
      await schedule.mutateAsync({ version: saved.version, publishAt: moment });
      if (moment === null) setWhen('now');
      toast(
        moment === null
          ? { title: 'Agendamento cancelado', description: 'A aula não será publicada sozinha.' }
          : { title: 'Aula agendada', description: `Ela será publicada em ${formatDateTime(moment)}.` },
      );
    } catch (error) {
      told('Erro ao agendar', error);
    }
  };

  const isForLater = when === 'later' && !publishAt;
  const run = async ({ over = false } = {}) => {
    if (isPreparing) return;
    setPreparing(true);
    try {
      if (isForLater) {
        const moment = fromSchoolTime(at);
        if (moment === null) show({ publishAt: 'Informe o dia e a hora.' });
        else await setTime(moment);
      } else if (isBehind && !over) {
        setAsking(true);
      } else {
        await publishNow();
      }
    } finally {
      setPreparing(false);
    }
  };

  const question = (
    <AlertDialog
      open={isAsking}
      onOpenChange={setAsking}
      title="Substituir a aula publicada?"
      text="Ela foi alterada de outro jeito depois que este texto começou. O que os alunos leem agora continua entre as versões."
      confirmLabel="Publicar a minha no lugar"
      onConfirm={() => {
        setAsking(false);
        void run({ over: true });
      }}
    />
  );

  return {
    ...{ area, errors, change, setUploads, question, run, isBehind, when, setWhen, at },
    setAt: (text: string) => {
      setAt(text);
      mend('publishAt');
    },
    cancelTime: () => void setTime(null),
    isCancelling: schedule.isPending,
    isBusy: isPreparing || publish.isPending,
    busyLabel: isForLater ? 'Agendando...' : 'Publicando...',
    label: isForLater
      ? 'Agendar'
      : publishAt
        ? 'Publicar agora'
        : draft.isPublished
          ? 'Publicar alterações'
          : 'Publicar',
  };
}

export type Publishing = ReturnType<typeof usePublishing>;
