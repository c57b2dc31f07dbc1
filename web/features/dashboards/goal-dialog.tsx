import { type FormEvent, useState } from 'react';
import { WEEKLY_GOAL_MAX_HOURS } from '../../../contract/limits.ts';
import { textOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { usePointOut } from '../../ui/use-point-out.ts';
import { useSetWeeklyGoal } from './dashboards.queries.ts';

const RANGE = `Informe um número inteiro de 1 a ${WEEKLY_GOAL_MAX_HOURS}.`;

type GoalDialogProps = { hours: number; open: boolean; onOpenChange: (open: boolean) => void };

export default function GoalDialog({ hours, open, onOpenChange }: GoalDialogProps) {
  const [value, setValue] = useState(String(hours));
  const [error, setError] = useState<string | null>(null);
  const save = useSetWeeklyGoal();
  const { area, pointOut } = usePointOut();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const goal = Number(value);
    if (!Number.isInteger(goal) || goal < 1 || goal > WEEKLY_GOAL_MAX_HOURS) {
      setError(RANGE);
      return pointOut();
    }
    setError(null);
    save.mutate(goal, {
      onSuccess: () => {
        onOpenChange(false);
        toast({ title: 'Meta atualizada', description: `Sua meta agora é de ${goal}h por semana.` });
      },
      onError: (failure) => toast({ title: 'Erro ao mudar a meta', description: textOf(failure), tone: 'bad' }),
    });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Meta da semana"
      size="sm"
      footer={
        <>
          <Button variant="line" onClick={() => onOpenChange(false)}>
            Cancelar
          </Button>
          <Button type="submit" form="goal-form" busy={save.isPending} busyLabel="Salvando...">
            Salvar meta
          </Button>
        </>
      }
    >
      <form ref={area} id="goal-form" noValidate onSubmit={submit}>
        <Field label="Horas de estudo por semana" help="Contam a leitura das aulas e os simulados." error={error}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={WEEKLY_GOAL_MAX_HOURS}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
