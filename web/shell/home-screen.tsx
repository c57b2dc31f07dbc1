import { lazy, Suspense } from 'react';
import { isAuthor, useUser } from '../lib/session.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const StudentScreen = lazy(() => import('../features/dashboards/student-screen.tsx'));
const TeacherScreen = lazy(() => import('../features/courses/teacher-screen.tsx'));
const ExamCountdown = lazy(() => import('../features/exams/exam-countdown.tsx'));
const TodaysPlan = lazy(() => import('../features/study-plan/todays-plan.tsx'));
const UpcomingExams = lazy(() => import('../features/exams/upcoming-exams.tsx'));

const onItsWay = <Skeleton className="h-60 rounded-card" />;

/** Home is the dashboard of students and the teacher area of teachers and admins. */
export default function HomeScreen() {
  if (isAuthor(useUser())) return <TeacherScreen />;
  return (
    <StudentScreen
      countdown={
        <Suspense>
          <ExamCountdown />
        </Suspense>
      }
      plan={
        <Suspense fallback={onItsWay}>
          <TodaysPlan />
        </Suspense>
      }
      exams={
        <Suspense fallback={onItsWay}>
          <UpcomingExams />
        </Suspense>
      }
    />
  );
}
