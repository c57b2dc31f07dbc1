import { setWeeklyGoal } from '#contract/content/study-time.ts';
import { WEEKLY_GOAL_MAX_HOURS } from '#contract/limits.ts';
import { textOf } from '#web/lib/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useSetWeeklyGoal } from './dashboards.queries.ts';

type GoalDialogProps = { hours: number; open: boolean; onOpenChange: (open: boolean) => void };

export default function GoalDialog({ hours, open, onOpenChange }: GoalDialogProps) {
  const save = useSetWeeklyGoal();
  const form = useForm({
    initial: { hours: String(hours) },
    schema: setWeeklyGoal.body,
    bodyOf: (typed) => ({ hours: typed.hours.trim() === '' ? Number.NaN : Number(typed.hours) }),
    onSubmit: (goal) =>
      save.mutate(goal, {
        onSuccess: () => {
          onOpenChange(false);
          toast({ title: 'Meta atualizada', description: `Sua meta agora é de ${goal.hours}h por semana.` });
        },
        onError: (error) =>
          form.refused(error) || toast({ title: 'Erro ao mudar a meta', description: textOf(error), tone: 'bad' }),
      }),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Meta da semana"
      size="sm"
      footer={
        <FormActions
          form={form.id}
          label="Salvar meta"
          busy={save.isPending}
          busyLabel="Salvando..."
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      <form {...form.props}>
        <Field
          label="Horas de estudo por semana"
          help="Contam a leitura das aulas e os simulados."
          error={form.errors.hours}
        >
          <Input type="number" inputMode="numeric" min={1} max={WEEKLY_GOAL_MAX_HOURS} {...form.field('hours')} />
        </Field>
      </form>
    </Dialog>
  );
}
