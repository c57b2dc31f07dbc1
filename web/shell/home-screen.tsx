import { Suspense } from 'react';
import { isAuthor, useUser } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const StudentScreen = lazyPart(() => import('../features/dashboards/student-screen.tsx'), 'screen');
const TeacherScreen = lazyPart(() => import('../features/courses/teacher-screen.tsx'), 'screen');
const ExamCountdown = lazyPart(() => import('../features/exams/exam-countdown.tsx'));
const TodaysPlan = lazyPart(() => import('../features/study-plan/todays-plan.tsx'));
const UpcomingExams = lazyPart(() => import('../features/exams/upcoming-exams.tsx'));

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
