import { Suspense, useState } from 'react';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { formatMinutes, formatMissing } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { WeekChart } from './week-chart.tsx';
import { WeekFigures } from './week-figures.tsx';

const GoalChoice = lazyChunk(() => import('./goal-choice.tsx'));
const GoalDialog = lazyChunk(() => import('./goal-dialog.tsx'), 'over');

/** 'Sua semana': hours compared with the goal, and the three figures. Without a goal it asks for one. */
export default function WeekHours({ dashboard }: { dashboard: StudentDashboard }) {
  if (dashboard.week.goalChosen) return <Hours dashboard={dashboard} />;
  return (
    <Card title="Quantas horas por semana cabem na sua vida?">
      <Suspense fallback={<Skeleton className="h-52" />}>
        <GoalChoice look="primary" />
      </Suspense>
      <WeekFigures dashboard={dashboard} />
    </Card>
  );
}

function Hours({ dashboard }: { dashboard: StudentDashboard }) {
  const { week, today } = dashboard;
  const [changing, setChanging] = useState<'never' | 'open' | 'closed'>('never');
  const missing = week.goalHours * 60 - week.seconds / 60;
  return (
    <Card
      title="Sua semana"
      aside={
        <button type="button" className="link tappable" onClick={() => setChanging('open')}>
          Mudar meta
        </button>
      }
    >
      <p className="mb-4 tabular-nums">
        <strong className="text-2xl tracking-[-0.02em]">{formatMinutes(week.seconds / 60)}</strong>{' '}
        <span className="text-ink-soft text-sm">
          de {week.goalHours}h, {missing > 0 ? formatMissing(missing) : 'meta cumprida'}
        </span>
      </p>
      <WeekChart days={week.days} today={today} />
      <WeekFigures dashboard={dashboard} />
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
