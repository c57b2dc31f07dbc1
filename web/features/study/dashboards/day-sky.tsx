import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { formatDay, formatDayAndMonth } from '#web/lib/calendar-day.ts';
import { formatDate, formatGreeting, formatMinutes, formatMissing, formatWeekday } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { greetingName, useUser } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { cx } from '#web/ui/cx.ts';
import { Sky } from '#web/ui/sky.tsx';
import type { Step } from './todays-step.ts';

type DaySkyProps = {
  /** Null while it is not known. */
  level: number | null;
  /** The content on the sky: the next step, or something else. */
  children?: ReactNode;
  /** The strip under the horizon: facts, no action. */
  ground?: ReactNode;
};

/**
 * The header of the home page: greeting and date, the next step, and a sky whose brightness is the progress of the day.
 */
export function DaySky({ level, children, ground }: DaySkyProps) {
  const user = useUser();
  const now = useNow();
  return (
    <div className="on-night text-on-night">
      <div className="relative isolate overflow-hidden border-on-night border-b-4 bg-night">
        <Sky
          level={level}
          className="absolute bottom-0 -z-10 h-auto max-w-none max-md:left-1/2 max-md:w-140 max-md:-translate-x-1/2 md:right-0 md:w-190"
        />
        <div className="page-width grid content-between gap-4 pt-5 pb-28 md:min-h-84 md:gap-6 md:pt-8 md:pb-10">
          <header>
            <h1 className="text-lg">
              {formatGreeting(now)}, {greetingName(user)}
            </h1>
            <p className="text-lg text-on-night-soft leading-snug" title={formatDate(now)}>
              {formatWeekday(now)}
            </p>
          </header>
          {children}
        </div>
      </div>
      {ground && (
        <div className="bg-night-deep text-on-night-soft text-sm">
          <div className="page-width flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            {ground}
          </div>
        </div>
      )}
    </div>
  );
}

export function StepOnSky({ step: { eyebrow, title, why, action, note } }: { step: Step }) {
  return (
    <section aria-labelledby="next-step" className="max-w-140 md:min-h-48">
      <p className="font-strong text-sm text-sun">{eyebrow}</p>
      <h2
        id="next-step"
        className="wrap-anywhere mt-1 mb-3 text-show-md leading-tight tracking-[-0.02em] md:text-show-lg"
      >
        {title}
      </h2>
      <p className="md:text-md">{why}</p>
      {action && (
        <div className="mt-4 grid items-center gap-2 max-md:text-center md:mt-5 md:flex md:gap-4">
          <ButtonLink href={action.href} variant={action.look} size="lg">
            {action.text} {action.look === 'next' && <ArrowRight />}
          </ButtonLink>
          {note && <span className="text-sm md:text-on-night-soft">{note}</span>}
        </div>
      )}
    </section>
  );
}

const SUNS_MAX = 8;

/** One small sun for each item of the day; beyond eight the words alone. */
export function StepSuns({ done, total }: { done: number; total: number }) {
  if (total > SUNS_MAX) return null;
  return (
    <span aria-hidden="true" className="flex gap-3">
      {Array.from({ length: total }, (_, index) => (
        <svg
          // biome-ignore lint/suspicious/noArrayIndexKey: suns are identified by their position
          key={index}
          aria-hidden="true"
          viewBox="0 0 34 15"
          className={cx('w-8.5', total > 4 && 'max-md:w-5')}
        >
          {index < done && <path d="M7 12a10 10 0 0 1 20 0Z" fill="var(--sun)" />}
          <path d="M0 13.5h34" stroke={index <= done ? 'var(--on-night)' : 'var(--night-line)'} strokeWidth="3" />
        </svg>
      ))}
    </span>
  );
}

type TodayFactsProps = { today: StudyPlan['today']; exam: StudyPlan['exam']; studiedMinutes: number };

export function TodayFacts({ today: { items }, exam, studiedMinutes }: TodayFactsProps) {
  const done = items.filter((item) => item.done).length;
  const left = items.reduce((sum, item) => sum + item.minutesLeft, 0);
  return (
    <>
      {items.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3">
          <StepSuns done={done} total={items.length} />
          <span>
            <b className="text-on-night">
              {done} de {items.length}
            </b>{' '}
            {done === items.length
              ? `${done === 1 ? 'feito' : 'feitos'}${studiedMinutes > 0 ? `, ${formatMinutes(studiedMinutes)} de estudo` : ''}`
              : `${done === 1 ? 'feito' : 'feitos'} hoje, ${formatMissing(left, 'cerca de ')}`}
          </span>
        </p>
      )}
      {exam && <Countdown exam={exam} />}
    </>
  );
}

function Countdown({ exam }: { exam: NonNullable<StudyPlan['exam']> }) {
  return (
    <p className="wrap-anywhere max-md:order-first md:ml-auto">
      <b className="text-on-night text-xl tabular-nums tracking-[-0.02em]">
        {exam.daysLeft === 0 ? 'É hoje' : exam.daysLeft}
      </b>
      {exam.daysLeft === 0 ? ': ' : ` ${exam.daysLeft === 1 ? 'dia' : 'dias'} para `}
      {exam.name}
      {exam.daysLeft > 0 && <span title={formatDay(exam.date)}>, {formatDayAndMonth(exam.date)}</span>}
    </p>
  );
}
