import type { StudyWeek } from '#contract/content/study-time.ts';
import { formatMinutes } from '#web/lib/format.ts';
import { cx } from '#web/ui/cx.ts';

const names = [
  ['seg', 'segunda-feira'],
  ['ter', 'terça-feira'],
  ['qua', 'quarta-feira'],
  ['qui', 'quinta-feira'],
  ['sex', 'sexta-feira'],
  ['sáb', 'sábado'],
  ['dom', 'domingo'],
] as const;

/** A lower tallest bar would make ten minutes look like a long day. */
const SCALE_MIN_SECONDS = 3600;
const HEIGHT = 84;

/** Bars from zero with their values on top; with a list for screen readers. */
export function WeekChart({ days, today }: { days: StudyWeek['days']; today: string }) {
  const scale = Math.max(SCALE_MIN_SECONDS, ...days.map(({ seconds }) => seconds));
  return (
    <ol className="grid grid-cols-7 gap-1.5">
      {days.map(({ day, seconds }, index) => {
        const [short, long] = names[index] ?? ['', ''];
        const isToday = day === today;
        const time = formatMinutes(seconds / 60);
        return (
          <li key={day} className="text-center text-xs tabular-nums">
            <span className="sr-only">
              {long}
              {isToday && ' (hoje)'}: {time}
            </span>
            <span aria-hidden="true" className="block">
              <span className="flex flex-col justify-end" style={{ height: HEIGHT + 20 }}>
                {seconds > 0 && <span className="whitespace-nowrap text-ink-soft max-[400px]:text-[11px]">{time}</span>}
                <svg aria-hidden="true" width="100%" height={barHeight(seconds, scale)} className="block">
                  <rect
                    width="100%"
                    height={HEIGHT + 8}
                    rx="4"
                    fill={isToday ? 'var(--sun)' : 'var(--ill-blue)'}
                    stroke={isToday ? 'var(--sun-edge)' : 'none'}
                    strokeWidth="3"
                  />
                </svg>
              </span>
              <span className={cx('block border-ink border-t-2 pt-1', isToday ? 'font-strong' : 'text-ink-soft')}>
                {isToday ? 'hoje' : short}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const barHeight = (seconds: number, scale: number) =>
  seconds === 0 ? 0 : Math.max(3, Math.round((seconds / scale) * HEIGHT));
