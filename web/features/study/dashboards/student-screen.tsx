import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { withRows } from '#web/features/study/study-plan/plan-rows.ts';
import { useBrowserState } from '#web/lib/hydration.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { useUser } from '#web/lib/session.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { studentDashboardQuery } from './dashboards.queries.ts';
import { DaySky, StepOnSky, TodayFacts } from './day-sky.tsx';
import { todaysStep } from './todays-step.ts';

const FirstDay = lazyChunk(() => import('./first-day.tsx'));
const ComingDays = lazyChunk(() => import('./coming-days.tsx'));
const ExamStep = lazyChunk(() => import('./exam-step.tsx'));
const HomeFolds = lazyChunk(() => import('./home-folds.tsx'));
const HomeSections = lazyChunk(() => import('./home-sections.tsx'));

/** Sections of other features; the shell passes them. */
type Slots = {
  planCard: (about: { hasSun: boolean; isFirst: boolean }) => ReactNode;
  exams: ReactNode;
  chooseExam: (pass: () => void) => ReactNode;
  /** The expected score, if the exam has a map. */
  outlook: (examId: number) => ReactNode;
};
type StudentScreenProps = Slots & {
  /** 'failed': the day is rendered without the plan. */
  plan: StudyPlan | 'pending' | 'failed';
};

export default function StudentScreen({ plan, ...slots }: StudentScreenProps) {
  const dashboard = useQuery(studentDashboardQuery);
  if (dashboard.data && plan !== 'pending') {
    return <Day dashboard={dashboard.data} plan={plan === 'failed' ? undefined : plan} {...slots} />;
  }
  return (
    <>
      <DaySky level={null}>
        {dashboard.isError || (
          <SkeletonGroup
            className="grid max-w-140 gap-3 opacity-30 md:min-h-48"
            blocks={['h-5 w-28', 'h-9 w-full', 'h-5 w-3/4', 'mt-3 h-13 w-48']}
          />
        )}
      </DaySky>
      <Page>
        {dashboard.isError ? (
          <LoadError
            of={dashboard}
            title="Não conseguimos carregar seu painel"
            text="Seu progresso está guardado. Verifique sua internet e tente de novo."
          />
        ) : (
          <SkeletonGroup
            className="grid gap-4 md:gap-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]"
            blocks={['h-72 rounded-card', 'h-72 rounded-card']}
          />
        )}
      </Page>
    </>
  );
}

type DayProps = Slots & { dashboard: StudentDashboard; plan: StudyPlan | undefined };

function Day(props: DayProps) {
  const { isFirstDay, access } = props.dashboard;
  return isFirstDay && access.active ? <FirstOrLaterDay {...props} /> : <LaterDay {...props} />;
}

function FirstOrLaterDay(props: DayProps) {
  const { dashboard, plan, chooseExam } = props;
  const skipKey = localKey(useUser().id, 'first-day-skipped');
  const [skipped, setSkipped] = useBrowserState(() => localStore.read(skipKey) !== null, false);
  const skip = () => {
    // Here at once, whatever the network does.
    localStore.write(skipKey, 'yes');
    setSkipped(true);
  };
  if (skipped) return <LaterDay {...props} />;
  return (
    <Suspense fallback={<DaySky level={null} />}>
      <FirstDay dashboard={dashboard} exam={plan?.exam ?? null} chooseExam={chooseExam} onSkip={skip} />
    </Suspense>
  );
}

/** Before the third day of study figures are empty. */
const FIRST_DAYS = 3;

const isNew = ({ calendar, longestStreak, quizzes }: StudentDashboard): boolean =>
  longestStreak < FIRST_DAYS && quizzes.taken === 0 && calendar.filter(({ studied }) => studied).length < FIRST_DAYS;

function LaterDay({ dashboard, plan: told, planCard, exams, outlook }: DayProps) {
  const isFirst = isNew(dashboard);
  const plan = told && withRows(told, isFirst);
  const items = plan?.today.items ?? [];
  const done = items.filter((item) => item.done).length;
  const studied = dashboard.week.days.find(({ day }) => day === dashboard.today)?.seconds ?? 0;
  const step = todaysStep(dashboard, plan);
  const { exam } = dashboard;
  const hasExamAbove = step.isExam === true;
  const hasMap = plan?.exam?.hasSyllabus === true && dashboard.access.active;
  const hasFacts = plan && (items.length > 0 || plan.exam !== null);
  return (
    <>
      <DaySky
        level={items.length === 0 ? 0.1 : 0.1 + (0.9 * done) / items.length}
        ground={hasFacts && <TodayFacts today={plan.today} exam={plan.exam} studiedMinutes={studied / 60} />}
      >
        {hasExamAbove && exam ? (
          <Suspense fallback={<StepOnSky step={step} />}>
            <ExamStep exam={exam} />
          </Suspense>
        ) : (
          <StepOnSky step={step} />
        )}
      </DaySky>
      <Page className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <div className="grid gap-4 md:gap-6 lg:auto-cols-fr lg:grid-flow-col">
          {planCard({ hasSun: !hasExamAbove, isFirst })}
          {hasMap && !isFirst && plan?.exam && outlook(plan.exam.id)}
          {isFirst && (
            <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
              <ComingDays dashboard={dashboard} hasMap={hasMap} />
            </Suspense>
          )}
        </div>
        {isFirst && (dashboard.enrollmentCount > 0 || !plan?.exam) && (
          <Suspense fallback={<Skeleton className="h-42 rounded-card" />}>
            <HomeFolds dashboard={dashboard} examName={plan?.exam?.name ?? null} exams={exams} />
          </Suspense>
        )}
        {!isFirst && (
          <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
            <HomeSections
              dashboard={dashboard}
              hasExamAbove={hasExamAbove}
              examName={plan?.exam?.name ?? null}
              exams={exams}
            />
          </Suspense>
        )}
      </Page>
    </>
  );
}
