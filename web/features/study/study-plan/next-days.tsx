import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { formatNearDay } from '#web/lib/calendar-day.ts';
import { formatMinutes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { type PlanRow, rowAddress } from './plan-rows.ts';

const FeedDialog = lazyChunk(() => import('./feed-dialog.tsx'), 'over');

type NextDaysProps = { days: StudyPlan['days']; more: readonly PlanRow[]; examId: number };

/** Collapsed at first: today is what counts. Includes the subscription to the calendar of the plan. */
export default function NextDays({ days, more, examId }: NextDaysProps) {
  const [isSubscribing, setSubscribing] = useState(false);
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center font-strong text-link text-sm">
        Próximos dias
      </summary>
      {more.length > 0 && (
        <>
          <p className="font-strong text-sm">Hoje, se sobrar tempo</p>
          <ul className="text-sm">
            {more.map((row) => (
              <li key={`${row.kind}${row.id}`}>
                <Link href={rowAddress(row, examId)} className="link tappable wrap-anywhere inline-block">
                  {row.title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
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
      <Button variant="quiet" size="sm" className="-mx-3 min-h-11" onClick={() => setSubscribing(true)}>
        <CalendarPlus /> Assinar no meu calendário
      </Button>
      <Suspense>{isSubscribing && <FeedDialog onClose={() => setSubscribing(false)} />}</Suspense>
    </details>
  );
}
