import { daysBetween } from '../../../contract/exams.ts';
import type { PlanKind, PlannedItem, StudyPlan } from '../../../contract/study-plan.ts';
import { formatNearDay } from '../../lib/calendar-day.ts';
import { formatMinutes, plural } from '../../lib/format.ts';
import { MasterySun } from '../../ui/mastery-sun.tsx';

/** The line under which the day is over, and what the next one holds. */
export default function EndOfDay({ plan: { today, days } }: { plan: StudyPlan }) {
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
