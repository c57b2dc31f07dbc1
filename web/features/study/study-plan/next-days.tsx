import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { formatNearDay } from '#web/lib/calendar-day.ts';
import { formatMinutes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';

const FeedDialog = lazyChunk(() => import('./feed-dialog.tsx'), 'over');

/** Closed at first: today is what counts. The calendar of the plan is subscribed to here. */
export default function NextDays({ days }: { days: StudyPlan['days'] }) {
  const [isSubscribing, setSubscribing] = useState(false);
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
      <Button variant="quiet" size="sm" className="-mx-3 min-h-11" onClick={() => setSubscribing(true)}>
        <CalendarPlus /> Assinar no meu calendário
      </Button>
      <Suspense>{isSubscribing && <FeedDialog onClose={() => setSubscribing(false)} />}</Suspense>
    </details>
  );
}
