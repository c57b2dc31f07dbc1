import type { createSubject as createSubjectCall } from '#contract/content/subjects.ts';
import { isRefused } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { useCreateSubject } from './subjects.queries.ts';

/** Makes a subject, or finds the one that has the name already. */
export function useNewSubject(): (name: string) => Promise<number> {
  const createSubject = useCreateSubject();
  return async (name) => {
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
}
