import type { StudyPlan } from '#contract/study/study-plan.ts';
import { formatNearDay } from '#web/lib/calendar-day.ts';
import { formatMinutes } from '#web/lib/format.ts';

/** Closed at first: today is what counts. */
export default function NextDays({ days }: { days: StudyPlan['days'] }) {
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center font-strong text-link text-sm">
        Próximos dias
      </summary>
      <ol className="grid gap-3 pt-1 pb-2">
        {days.map(({ day, minutes, items }) => (
          <li key={day}>
            <p className="flex justify-between gap-3 text-sm">
              <span className="font-strong">{formatNearDay(day)}</span>
              <span className="text-ink-soft tabular-nums">{formatMinutes(minutes)}</span>
            </p>
            <ul className="text-ink-soft text-sm">
              {items.map((item) => (
                <li key={`${item.kind}${item.id}`} className="wrap-anywhere">
                  {item.title}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  );
}
