import { useState } from 'react';
import type { CourseSummary } from '#contract/content/courses.ts';
import { plural } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { useDeleteCourse } from './courses.queries.ts';

type DeleteCourseDialogProps = {
  course: Pick<CourseSummary, 'id' | 'title' | 'students'> | null;
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeleteCourseDialog({ course, onClose, onDeleted }: DeleteCourseDialogProps) {
  const remove = useDeleteCourse();
  // The words stay while the dialog fades away.
  const [last, setLast] = useState(course);
  if (course && course !== last) setLast(course);
  if (!last) return null;
  const students =
    last.students === 0
      ? 'Nenhum aluno está matriculado.'
      : `${plural(last.students, 'aluno deixa', 'alunos deixam')} de ver o curso; o que cada um já concluiu fica guardado.`;
  return (
    <AlertDialog
      open={course !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Excluir ${last.title}?`}
      text={`${students} As aulas e os simulados continuam na plataforma.`}
      confirmLabel="Excluir curso"
      tone="bad"
      busy={remove.isPending}
      busyLabel="Excluindo..."
      onConfirm={() =>
        remove.mutate(last.id, {
          onSuccess: () => {
            onClose();
            onDeleted?.();
          },
        })
      }
    />
  );
}
