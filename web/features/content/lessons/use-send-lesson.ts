import type { createLesson } from '#contract/content/lessons.ts';
import { isOvertaken, isRefused, isSignedOut, textOf } from '#web/lib/api.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { toast } from '#web/ui/toast.ts';
import { type LessonForm, unwritten, writtenOf } from './lesson-form.ts';
import { usePublishLesson, useUpdateLesson } from './lessons.queries.ts';
import { useNewSubject } from './use-new-subject.ts';

/** Shows a failure, except a conflict, which the editor shows, and an ended session, which the shell shows. */
const reportFailure = (title: string, error: unknown): unknown => {
  if (!isOvertaken(error) && !isSignedOut(error)) toast({ title, description: textOf(error), tone: 'bad' });
  return error;
};

/** The calls of publishing, in order: the subject when it is new, then the lesson. */
export function useSendLesson(
  lessonId: number | null,
  change: (wish: Partial<LessonForm>) => void,
  /** Why the lesson was refused: it may name fields. */
  onRefused: (error: unknown) => void,
) {
  const chooseNewSubject = useNewSubject();
  const publish = usePublishLesson();
  const update = useUpdateLesson();

  const send = async (form: LessonForm, version: number | null): Promise<Snapshot<LessonForm>> => {
    let { subjectId } = form;
    if (form.newSubject !== null) {
      try {
        subjectId = await chooseNewSubject(form.newSubject.trim());
        change({ subjectId, newSubject: null });
      } catch (error) {
        throw reportFailure('Erro ao criar matéria', error);
      }
    }
    const text = { title: form.title.trim(), content: form.content, subjectId: subjectId ?? 0, topicId: form.topicId };
    try {
      if (lessonId === null) await publish.mutateAsync({ ...text, published: true });
      else return writtenOf(await update.mutateAsync({ ...text, id: lessonId, version: version ?? 0 }));
    } catch (error) {
      if (isRefused<typeof createLesson>(error, 'subject_gone')) change({ subjectId: null, topicId: null });
      if (isRefused<typeof createLesson>(error, 'topic_gone')) change({ topicId: null });
      onRefused(error);
      throw reportFailure(lessonId === null ? 'Erro ao publicar' : 'Erro ao salvar', error);
    }
    // The lesson was created: the form is reset for the next one.
    return unwritten;
  };

  return send;
}
