import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { upcomingWindowsQuery } from '#web/features/exams/mock-exams/windows/quiz-windows.ts';
import { spokenMomentAt } from '#web/features/exams/mock-exams/windows/window-words.ts';
import { scoreQuery } from '#web/features/study/exam-map/exam-map.queries.ts';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { MasterySun } from '#web/ui/mastery-sun.tsx';

const ReportSkipped = lazyChunk(() => import('./report-skipped.tsx'));

/** How many answers the score needs, until the server reports how many are missing. */
const SCORE_ANSWERS = 60;

type ComingDaysProps = { dashboard: StudentDashboard; hasMap: boolean };

/** On the first days: what home will show, and when, instead of empty figures. */
export default function ComingDays({ dashboard, hasMap }: ComingDaysProps) {
  const upcoming = useQuery(upcomingWindowsQuery).data;
  const score = useQuery({ ...scoreQuery, enabled: hasMap }).data;
  const [window] = upcoming?.windows ?? [];
  const rows: [title: string, when: string][] = [
    ...(hasMap
      ? [
          [
            'Sua nota, se a prova fosse hoje',
            `com ${SCORE_ANSWERS} questões respondidas${score ? `: faltam ${score.missing}` : ''}`,
          ] as [string, string],
        ]
      : []),
    ['Sua semana', 'no terceiro dia de estudo'],
    ...(window && upcoming
      ? [['Simulado da semana', spokenMomentAt(window.opensAt, Date.parse(upcoming.serverTime))] as [string, string]]
      : []),
  ];
  return (
    <Card title="O que vem nos próximos dias">
      <ul className="divide-y divide-line">
        {rows.map(([title, when]) => (
          <li key={title} className="flex items-center gap-4 py-2.5 first:pt-0 last:pb-0">
            <MasterySun value={null} className="w-9" />
            <span className="min-w-0">
              {title}
              <span className="block text-ink-soft text-sm">{when}</span>
            </span>
          </li>
        ))}
      </ul>
      {dashboard.access.active && dashboard.isFirstDay && (
        <Suspense>
          <ReportSkipped />
        </Suspense>
      )}
    </Card>
  );
}
