import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StudentDashboard } from '../../../contract/dashboards.ts';
import { formatGreeting, formatWeekday } from '../../lib/format.ts';
import { greetingName, useUser } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { CoursesInProgress } from './courses-in-progress.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { studentDashboardQuery } from './dashboards.queries.ts';
import { FirstSteps } from './first-steps.tsx';
import { NextStepBand } from './next-step.tsx';
import { RecentAttempts } from './recent-attempts.tsx';
import { StreakCalendar } from './streak-calendar.tsx';
import { StudentStats } from './student-stats.tsx';
import { SubjectResults } from './subject-results.tsx';
import { WeekHours } from './week-hours.tsx';

/** What other features show here; the shell brings them. */
type Slots = { countdown: ReactNode; plan: ReactNode; exams: ReactNode };

export default function StudentScreen({ countdown, ...slots }: Slots) {
  const dashboard = useQuery(studentDashboardQuery);
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <Greeting>{countdown}</Greeting>
      {dashboard.data ? (
        <Content dashboard={dashboard.data} {...slots} />
      ) : dashboard.isError ? (
        <ErrorState
          title="Não conseguimos carregar seu painel"
          text="Seu progresso está guardado. Verifique sua internet e tente de novo."
          onRetry={() => dashboard.refetch()}
          retrying={dashboard.isFetching}
        />
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  );
}

function Greeting({ children }: { children: ReactNode }) {
  const user = useUser();
  const now = new Date();
  return (
    <header className="md:flex md:items-end md:justify-between md:gap-6">
      <div>
        <p className="text-ink-soft">{formatWeekday(now)}</p>
        <h1 className="text-2xl md:text-3xl">
          {formatGreeting(now)}, {greetingName(user)}
        </h1>
      </div>
      {children}
    </header>
  );
}

/** Nothing studied, nothing chosen: zeros would tell nothing. */
const isUntouched = (dashboard: StudentDashboard) =>
  dashboard.enrollmentCount === 0 &&
  dashboard.quizzes.taken === 0 &&
  dashboard.longestStreak === 0 &&
  dashboard.week.seconds === 0 &&
  dashboard.next === null;

type ContentProps = Omit<Slots, 'countdown'> & { dashboard: StudentDashboard };

function Content({ dashboard, plan, exams }: ContentProps) {
  if (isUntouched(dashboard)) {
    return (
      <>
        <FirstSteps hasCourses={dashboard.hasCourses} />
        {exams}
      </>
    );
  }
  return (
    <>
      {dashboard.next && <NextStepBand next={dashboard.next} />}
      <StudentStats dashboard={dashboard} />
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
        <div className="grid gap-4 md:gap-6">
          {plan}
          <CoursesInProgress dashboard={dashboard} />
          <SubjectResults subjects={dashboard.subjects} />
        </div>
        <div className="grid gap-4 md:gap-6">
          <WeekHours week={dashboard.week} today={dashboard.today} />
          <StreakCalendar dashboard={dashboard} />
          {exams}
        </div>
      </div>
      <RecentAttempts attempts={dashboard.recentQuizAttempts} />
    </>
  );
}
