import { Suspense, useState } from 'react';
import type { StudyWeek } from '../../../contract/study-time.ts';
import { formatMinutes, formatMissing } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const WeekChart = lazyPart(() => import('./week-chart.tsx'));
const GoalDialog = lazyPart(() => import('./goal-dialog.tsx'), 'over');

export function WeekHours({ week, today }: { week: StudyWeek; today: string }) {
  const [changing, setChanging] = useState<'never' | 'open' | 'closed'>('never');
  const missing = week.goalHours * 60 - week.seconds / 60;
  return (
    <Card
      title="Horas da semana"
      aside={
        <button type="button" className="link tappable" onClick={() => setChanging('open')}>
          Mudar meta
        </button>
      }
    >
      <p className="mb-6 tabular-nums">
        <strong className="text-2xl tracking-[-0.02em]">{formatMinutes(week.seconds / 60)}</strong>{' '}
        <span className="text-ink-soft text-sm">
          de {week.goalHours}h, {missing > 0 ? formatMissing(missing) : 'meta cumprida'}
        </span>
      </p>
      <Suspense fallback={<Skeleton className="h-40" />}>
        <WeekChart days={week.days} today={today} />
      </Suspense>
      {changing !== 'never' && (
        <Suspense>
          <GoalDialog
            hours={week.goalHours}
            open={changing === 'open'}
            onOpenChange={(open) => setChanging(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </Card>
  );
}
