import type { CourseDetail } from '#contract/content/courses.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { useLeave } from './courses.queries.ts';

export type LeaveDialogProps = { course: CourseDetail; open: boolean; onOpenChange: (open: boolean) => void };

export default function LeaveDialog({ course, open, onOpenChange }: LeaveDialogProps) {
  const leave = useLeave(course.id);
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Sair de ${course.title}?`}
      text="O curso sai do seu painel. Suas aulas concluídas e seus simulados ficam guardados: se voltar, você continua de onde parou."
      confirmLabel="Sair do curso"
      busy={leave.isPending}
      busyLabel="Saindo..."
      onConfirm={() => leave.mutate(undefined, { onSuccess: () => onOpenChange(false) })}
    />
  );
}
