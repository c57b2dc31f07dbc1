import type { ReportWeek } from '#contract/study/reports.ts';
import { formatNearDay } from '#web/lib/calendar-day.ts';

const series = [
  { key: 'enrolments', label: 'Matrículas', fill: 'bg-ill-blue' },
  { key: 'completions', label: 'Conclusões', fill: 'border border-sun-edge bg-sun' },
] as const;

/** Twelve weeks, two bars each, from zero, with the number on top; as a table for screen readers. */
export function WeekBars({ weeks }: { weeks: ReportWeek[] }) {
  const highest = Math.max(1, ...weeks.flatMap((week) => [week.enrolments, week.completions]));
  return (
    <>
      <ul aria-hidden="true" className="mb-4 flex gap-5 text-sm">
        {series.map(({ key, label, fill }) => (
          <li key={key} className="flex items-center gap-2">
            <span
              className={`size-3 rounded-[2px] forced-color-adjust-none print:[print-color-adjust:exact] ${fill}`}
            />{' '}
            {label}
          </li>
        ))}
      </ul>
      <div aria-hidden="true">
        <div className="flex border-ink border-b-2">
          {weeks.map((week) => (
            <div key={week.week} className="flex h-40 min-w-0 grow basis-0 items-end justify-center gap-0.5 md:gap-1">
              {series.map(({ key, fill }) => (
                <div key={key} className="flex h-full w-5 min-w-0 flex-col items-center justify-end">
                  {week[key] > 0 && <span className="text-xs tabular-nums">{week[key]}</span>}
                  <div
                    className={`w-full max-w-5 rounded-t-[3px] forced-color-adjust-none print:[print-color-adjust:exact] ${fill}`}
                    style={{ height: `${(week[key] / highest) * 78}%` }}
                    hidden={week[key] === 0}
                  />
                </div>
              ))}
            </div>
          ))}
        </div>
        {/* A phone has room for every second date: the last one stays. */}
        <div className="flex pt-1 text-ink-soft text-xs tabular-nums">
          {weeks.map(({ week }) => (
            <span
              key={week}
              className="flex min-w-0 grow basis-0 justify-center whitespace-nowrap max-md:nth-[odd]:invisible"
            >
              {week.slice(8)}/{week.slice(5, 7)}
            </span>
          ))}
        </div>
      </div>
      <div className="sr-only">
        <table>
          <caption>Matrículas e conclusões por semana</caption>
          <thead>
            <tr>
              <th scope="col">Semana de</th>
              <th scope="col">Matrículas</th>
              <th scope="col">Conclusões</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, enrolments, completions }) => (
              <tr key={week}>
                <th scope="row">{formatNearDay(week)}</th>
                <td>{enrolments}</td>
                <td>{completions}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
