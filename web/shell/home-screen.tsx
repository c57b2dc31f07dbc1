import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { studyPlanQuery } from '../features/study-plan/study-plan.queries.ts';
import { greetingName, isAdmin, isAuthor, isOffice, useUser } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page, PageHeader } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const StudentScreen = lazyPart(() => import('../features/dashboards/student-screen.tsx'), 'screen');
const TeacherScreen = lazyPart(() => import('../features/courses/teacher-screen.tsx'), 'screen');
const AdminHome = lazyPart(() => import('../features/admin-home/admin-home.tsx'));
const MissingPromises = lazyPart(() => import('../features/system/missing-promises.tsx'));
const TodaysPlan = lazyPart(() => import('../features/study-plan/todays-plan.tsx'));
const UpcomingExams = lazyPart(() => import('../features/exams/upcoming-exams.tsx'));
const ExamChoice = lazyPart(() => import('../features/exams/exam-choice.tsx'));

const onItsWay = <Skeleton className="h-60 rounded-card" />;

/** Home is the dashboard of students, the teacher area of teachers and admins, and what waits for the office. */
export default function HomeScreen() {
  const user = useUser();
  if (isOffice(user) && !isAdmin(user)) return <OfficeHome />;
  if (!isAuthor(user)) return <StudentHome />;
  if (!isAdmin(user)) return <TeacherScreen />;
  return (
    <TeacherScreen
      waiting={
        <Suspense fallback={onItsWay}>
          <MissingPromises />
          <AdminHome />
        </Suspense>
      }
    />
  );
}

function OfficeHome() {
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <PageHeader
        className="mb-0"
        title={`Olá, ${greetingName(useUser())}`}
        subtitle="O que espera por você e como vai a escola"
      />
      <Suspense fallback={onItsWay}>
        <AdminHome />
      </Suspense>
    </Page>
  );
}

function StudentHome() {
  const plan = useQuery(studyPlanQuery);
  return (
    <StudentScreen
      plan={plan.data ?? (plan.isError ? 'failed' : 'pending')}
      planCard={
        <Suspense fallback={onItsWay}>
          <TodaysPlan />
        </Suspense>
      }
      exams={
        <Suspense fallback={onItsWay}>
          <UpcomingExams />
        </Suspense>
      }
      chooseExam={(pass) => (
        <Suspense fallback={onItsWay}>
          <ExamChoice onPass={pass} />
        </Suspense>
      )}
    />
  );
}
