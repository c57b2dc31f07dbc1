import type { createLesson, updateLesson } from '../../../contract/lessons.ts';
import type { createSubject as createSubjectCall } from '../../../contract/subjects.ts';
import { isRefused, isSignedOut, textOf } from '../../lib/api.ts';
import { toast } from '../../ui/toast.ts';
import type { Draft } from './drafts.ts';
import type { LessonForm } from './lesson-form.ts';
import { usePublishLesson, useUpdateLesson } from './lessons.queries.ts';
import { useCreateSubject } from './subjects.queries.ts';

export type SendResult = 'sent' | 'conflict' | 'failed' | 'signed out';

const failed = (title: string, error: unknown): SendResult => {
  // The shell tells of an ended session itself.
  if (isSignedOut(error)) return 'signed out';
  toast({ title, description: textOf(error), tone: 'bad' });
  return 'failed';
};

/** The calls of publishing, in order: the subject when it is new, then the lesson. */
export function useSendLesson(setForm: (change: Partial<LessonForm>) => void) {
  const createSubject = useCreateSubject();
  const publish = usePublishLesson();
  const update = useUpdateLesson();

  const chooseNewSubject = async (name: string): Promise<number> => {
    try {
      const subject = await createSubject.mutateAsync(name);
      toast({ title: 'Matéria criada', description: `A matéria "${subject.name}" foi criada com sucesso.` });
      return subject.id;
    } catch (error) {
      const existing = isRefused<typeof createSubjectCall>(error, 'subject_exists') ? error.body?.subject : undefined;
      if (!existing) throw error;
      return existing.id;
    }
  };

  const send = async (form: LessonForm, lesson: Draft['lesson']): Promise<SendResult> => {
    let { subjectId } = form;
    if (form.newSubject !== null) {
      try {
        subjectId = await chooseNewSubject(form.newSubject.trim());
        setForm({ subjectId, newSubject: null });
      } catch (error) {
        return failed('Erro ao criar matéria', error);
      }
    }
    if (subjectId === null) return 'failed';
    const text = { title: form.title.trim(), content: form.content, subjectId };
    try {
      if (lesson) await update.mutateAsync({ ...text, ...lesson });
      else await publish.mutateAsync({ ...text, published: true });
    } catch (error) {
      if (isRefused<typeof updateLesson>(error, 'version_conflict')) return 'conflict';
      if (isRefused<typeof createLesson>(error, 'subject_gone')) setForm({ subjectId: null });
      return failed(lesson ? 'Erro ao salvar' : 'Erro ao publicar', error);
    }
    toast(
      lesson
        ? { title: 'Aula atualizada!', description: 'As alterações já estão disponíveis para os alunos.' }
        : { title: 'Aula publicada!', description: 'A aula foi publicada e já está disponível para os alunos.' },
    );
    return 'sent';
  };

  return { send, isSending: createSubject.isPending || publish.isPending || update.isPending };
}
