import { ArrowRight } from 'lucide-react';
import { useId, useState } from 'react';
import { WEEKLY_GOAL_DEFAULT_HOURS } from '#contract/limits.ts';
import { textOf } from '#web/lib/api.ts';
import { formatMinutes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSetWeeklyGoal } from './dashboards.queries.ts';

const choices = [5, WEEKLY_GOAL_DEFAULT_HOURS, 15, 20];

type GoalChoiceProps = {
  look: 'next' | 'primary';
  onChosen?: () => void;
  /** The time that the syllabus takes, and the time left: the basis of each choice's effect. */
  syllabus?: { minutes: number; daysLeft: number } | undefined;
};

/** How much of the syllabus these hours cover; beyond one round the time is for reviewing. */
export function reachOf(hours: number, { minutes, daysLeft }: { minutes: number; daysLeft: number }): string {
  const share = minutes > 0 ? ((daysLeft / 7) * hours * 60) / minutes : 0;
  if (share >= 2.5) return 'edital inteiro, duas voltas';
  if (share >= 1.5) return 'edital inteiro e revisão';
  if (share >= 1) return 'edital inteiro';
  return `${Math.floor(share * 100)}% do edital`;
}

/** Hours a week in four sizes; any other number is one dialog away afterwards. */
export default function GoalChoice({ look, onChosen, syllabus }: GoalChoiceProps) {
  const [hours, setHours] = useState(WEEKLY_GOAL_DEFAULT_HOURS);
  const save = useSetWeeklyGoal();
  const name = useId();
  const choose = () =>
    save.mutate(
      { hours },
      {
        onSuccess: onChosen,
        onError: (failure) => toast({ title: 'Erro ao salvar a meta', description: textOf(failure), tone: 'bad' }),
      },
    );
  return (
    <>
      <p className="text-ink-soft">Escolha o que dá para cumprir numa semana ruim. Você muda quando quiser.</p>
      <fieldset className="my-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
        <legend className="sr-only">Horas de estudo por semana</legend>
        {choices.map((choice) => (
          <label
            key={choice}
            className="relative grid min-h-13 cursor-pointer place-items-center rounded-control border border-line-strong px-4 py-2 has-checked:border-primary has-checked:bg-selected has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 has-checked:inset-ring has-checked:inset-ring-primary"
          >
            <NativeInput
              type="radio"
              name={name}
              className="absolute inset-0 opacity-0"
              checked={choice === hours}
              onChange={() => setHours(choice)}
            />
            <b className="text-xl tabular-nums">{choice}h</b>
            {syllabus && <span className="text-center text-ink-soft text-sm">{reachOf(choice, syllabus)}</span>}
          </label>
        ))}
      </fieldset>
      <p className="mb-4 text-ink-soft text-sm">
        {hours} horas são cerca de {formatMinutes((hours * 60) / 7)} por dia.
        {syllabus && syllabus.daysLeft > 0 && ` Até a prova: ${Math.round((syllabus.daysLeft / 7) * hours)} horas.`}
      </p>
      <Button
        variant={look}
        size={look === 'next' ? 'lg' : 'md'}
        className="max-md:w-full"
        busy={save.isPending}
        busyLabel="Salvando..."
        onClick={choose}
      >
        Continuar com {hours}h {look === 'next' && <ArrowRight />}
      </Button>
    </>
  );
}
