import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { formatLongDate, plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';

const weekdays = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom'];

/** Noon in São Paulo: the same calendar day wherever it is formatted. */
const noon = (day: string) => `${day}T15:00:00.000Z`;

export function StreakCalendar({ dashboard: { calendar, today, studyStreak } }: { dashboard: StudentDashboard }) {
  const weeks = Array.from({ length: calendar.length / 7 }, (_, week) => calendar.slice(week * 7, week * 7 + 7));
  return (
    <Card title="Sequência de estudo" aside={`${plural(studyStreak, 'dia seguido', 'dias seguidos')}`}>
      <table className="w-full table-fixed text-center text-xs">
        <caption className="sr-only">Dias de estudo das últimas cinco semanas</caption>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="pb-1.5 font-normal text-ink-soft">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map(({ day, studied }) => (
                <td key={day} className="px-0.5 pb-1.5" aria-current={day === today ? 'date' : undefined}>
                  <DaySign studied={studied} future={day > today} isToday={day === today} />
                  <span
                    title={formatLongDate(noon(day))}
                    className={cx('block tabular-nums', day === today ? 'font-strong' : 'text-ink-soft')}
                  >
                    {Number(day.slice(8))}
                  </span>
                  {day <= today && <span className="sr-only">{studied ? 'estudou' : 'sem estudo'}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** A sun over the horizon for a day of study, the bare line for one without, a faint one for days to come. */
function DaySign({ studied, future, isToday }: { studied: boolean; future: boolean; isToday: boolean }) {
  const line = future ? 'var(--line)' : isToday ? 'var(--ink)' : studied ? 'var(--sun-edge)' : 'var(--line-strong)';
  return (
    <svg aria-hidden="true" viewBox="0 0 44 17" className="mx-auto block h-4 w-full max-w-11">
      {studied && <path d="M12 16a10 10 0 0 1 20 0Z" fill="var(--sun)" stroke="var(--sun-edge)" strokeWidth="1.5" />}
      <path d="M0 16h44" stroke={line} strokeWidth="2" />
    </svg>
  );
}
