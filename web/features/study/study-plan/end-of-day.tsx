import type { PlanKind, PlannedItem, StudyPlan } from '#contract/study/study-plan.ts';
import { daysBetween } from '#contract/time.ts';
import { formatNearDay } from '#web/lib/calendar-day.ts';
import { formatMinutes, plural } from '#web/lib/format.ts';
import { MasterySun } from '#web/ui/mastery-sun.tsx';

/** Below today's items: the line under which the day is over, and whether the hours are enough. */
export default function EndOfDay({ plan }: { plan: StudyPlan }) {
  return (
    <>
      {plan.today.items.length > 0 && <Line plan={plan} />}
      <Outlook plan={plan} />
    </>
  );
}

/** What the next day holds. */
function Line({ plan: { today, days } }: { plan: StudyPlan }) {
  const [next] = days;
  return (
    <p className="mt-2 flex items-center gap-3 border-ink border-t-2 pt-4 text-ink-soft text-sm">
      <MasterySun value={1} className="w-8.5" />
      <span>
        E por hoje é só.
        {next &&
          ` ${daysBetween(today.day, next.day) === 1 ? 'Amanhã' : capital(formatNearDay(next.day))}: ${countOf(next.items)}, ${formatMinutes(next.minutes)}.`}
      </span>
    </p>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const words: [PlanKind, string, string][] = [
  ['lesson', 'aula', 'aulas'],
  ['practice', 'treino', 'treinos'],
  ['quiz', 'simulado', 'simulados'],
  ['essay', 'redação', 'redações'],
];

/** '2 aulas, 1 treino e 1 simulado' */
function countOf(items: PlannedItem[]): string {
  return words
    .flatMap(([of, one, many]) => {
      const count = items.filter(({ kind }) => kind === of).length;
      return count > 0 ? plural(count, one, many) : [];
    })
    .join(', ')
    .replace(/, ([^,]*)$/, ' e $1');
}

/** Whether the hours are enough, in words. */
function Outlook({ plan }: { plan: StudyPlan }) {
  if (!plan.enrolled || plan.minutesLeft === 0) return null;
  if (!plan.exam) {
    return (
      <p className="mt-3 text-ink-soft text-sm">
        Siga uma prova em “Próximas provas” e o plano se ajusta aos dias que faltam.
      </p>
    );
  }
  if (plan.leftOver.items === 0) {
    return <p className="mt-3 text-ink-soft text-sm">No seu ritmo, tudo cabe até a sua prova.</p>;
  }
  return (
    <p className="mt-3 rounded-control bg-sun-tint px-3 py-2 text-sm">
      Com {plan.weeklyHours}h por semana, {plural(plan.leftOver.items, 'item não cabe', 'itens não cabem')} até a prova
      (cerca de {formatMinutes(plan.leftOver.minutes)}).{' '}
      {plan.hoursForAll === null
        ? 'Comece pelo que está no plano: é o que mais pesa para você.'
        : `Com ${plan.hoursForAll}h por semana cabe tudo.`}
    </p>
  );
}
