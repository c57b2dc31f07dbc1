import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { loadWithRetry } from '#web/lib/load-chunk.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import WeekHours from './week-hours.tsx';

const HomeFolds = lazyChunk(() => import('./home-folds.tsx'));
const HomeWindow = lazyChunk(() => import('./home-window.tsx'));
// Loaded after the first render. A failure to load is ignored.
const InstallInvite = lazy(() => loadWithRetry(() => import('./install-invite.tsx')));

/** Days of study before home offers the app. */
const INVITE_MIN_DAYS = 3;

type HomeSectionsProps = {
  dashboard: StudentDashboard;
  /** The exam is the next step already. */
  hasExamAbove: boolean;
  /** The followed exam, for the closed fold. */
  examName: string | null;
  exams: ReactNode;
};

/** Below plan and score: the exam of the week, 'Sua semana' and three folds. */
export default function HomeSections({ dashboard, hasExamAbove, examName, exams }: HomeSectionsProps) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  const isRegular = dashboard.calendar.filter(({ studied }) => studied).length >= INVITE_MIN_DAYS;
  const hasWindow = dashboard.access.active && !hasExamAbove;
  return (
    // Far below the fold: laid out when scrolled near. The padding keeps focus rings at the edge visible.
    <div className="-m-2 grid gap-4 p-2 [contain-intrinsic-block-size:auto_40rem] [content-visibility:auto] md:gap-6">
      <div className="grid gap-4 md:gap-6 lg:auto-cols-fr lg:grid-flow-col">
        {hasWindow && (
          <Suspense>
            <HomeWindow />
          </Suspense>
        )}
        <WeekHours dashboard={dashboard} />
      </div>
      <Suspense fallback={<Skeleton className="h-42 rounded-card" />}>
        <HomeFolds dashboard={dashboard} examName={examName} exams={exams} />
      </Suspense>
      {/* Last: the browser reports late whether the app can be installed, and no content below may jump. */}
      <Suspense>{isRegular && isDrawn && <InstallInvite />}</Suspense>
    </div>
  );
}
