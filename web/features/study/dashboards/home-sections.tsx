import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { loadWithRetry } from '#web/lib/load-chunk.ts';
import { paths } from '#web/lib/paths.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { CoursesInProgress } from './courses-in-progress.tsx';
import { RecentAttempts } from './recent-attempts.tsx';
import { StreakCalendar } from './streak-calendar.tsx';
import { SubjectResults } from './subject-results.tsx';

const HomeWindow = lazyChunk(() => import('./home-window.tsx'));
const ReportSkipped = lazyChunk(() => import('./report-skipped.tsx'));
// Nobody waits for it: it comes after the first drawing, and where it does not come nothing is missing.
const InstallInvite = lazy(() => loadWithRetry(() => import('./install-invite.tsx')));

/** A calendar says something from the third day on. */
const CALENDAR_MIN_DAYS = 3;

/** What stands below the day itself. What is still empty is named in one sentence, not in empty boxes. */
export default function HomeSections({ dashboard, exams }: { dashboard: StudentDashboard; exams: ReactNode }) {
  const { enrollmentCount, recentQuizAttempts, subjects, calendar } = dashboard;
  const hasCourses = enrollmentCount > 0;
  const missing = [
    !hasCourses && 'seus cursos em andamento',
    recentQuizAttempts.length === 0 && 'seus simulados recentes',
    subjects.length === 0 && 'seu resultado por matéria',
  ].filter((name) => name !== false);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  const hasCalendar = calendar.filter(({ studied }) => studied).length >= CALENDAR_MIN_DAYS;
  return (
    // Far below the first window: laid out when somebody comes near it. What is focused at its edge shows its ring.
    <div className="-m-2 grid gap-4 p-2 [contain-intrinsic-block-size:auto_60rem] [content-visibility:auto] md:gap-6">
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <div className="grid gap-4 md:gap-6">
          {hasCourses && <CoursesInProgress dashboard={dashboard} />}
          {subjects.length > 0 && <SubjectResults subjects={subjects} />}
          {missing.length > 0 && <StillToCome names={missing} hasCourses={hasCourses} />}
        </div>
        <div className="grid gap-4 md:gap-6">
          {dashboard.access.active && (
            <Suspense>
              <HomeWindow />
              {dashboard.isFirstDay && <ReportSkipped />}
            </Suspense>
          )}
          {hasCalendar && <StreakCalendar dashboard={dashboard} />}
          {exams}
        </div>
      </div>
      {recentQuizAttempts.length > 0 && <RecentAttempts attempts={recentQuizAttempts} />}
      {/* Last: the browser tells late whether it can be asked, and nothing below may jump. */}
      <Suspense>{hasCalendar && isDrawn && <InstallInvite />}</Suspense>
    </div>
  );
}

function StillToCome({ names, hasCourses }: { names: string[]; hasCourses: boolean }) {
  return (
    <p className="text-ink-soft">
      Aqui ainda vão aparecer {new Intl.ListFormat('pt-BR').format(names)}.{' '}
      {!hasCourses && (
        <>
          <Link href={paths.courses} className="link tappable">
            Ver cursos
          </Link>{' '}
        </>
      )}
      <Link href={paths.quizzes} className="link tappable">
        Ver simulados
      </Link>
    </p>
  );
}
