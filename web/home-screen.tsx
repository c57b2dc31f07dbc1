import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { studyPlanQuery } from './features/study/study-plan/study-plan.queries.ts';
import { isAdmin, isAuthor, isOffice, useUser } from './lib/session.ts';
import { lazyChunk } from './ui/lazy-chunk.tsx';
import { Skeleton } from './ui/skeleton.tsx';

const StudentScreen = lazyChunk(() => import('./features/study/dashboards/student-screen.tsx'), 'screen');
const TeacherScreen = lazyChunk(() => import('./features/content/courses/teacher-screen.tsx'), 'screen');
const OfficeHome = lazyChunk(() => import('./features/school/admin-home/office-home.tsx'), 'screen');
const OfficeOverview = lazyChunk(() => import('./features/school/admin-home/office-overview.tsx'));
const NewsCard = lazyChunk(() => import('./features/school/news/news-card.tsx'));
const MissingPromises = lazyChunk(() => import('./features/platform/system/missing-promises.tsx'));
const TodaysPlan = lazyChunk(() => import('./features/study/study-plan/todays-plan.tsx'));
const UpcomingExams = lazyChunk(() => import('./features/content/contests/upcoming-exams.tsx'));
const ExamOutlook = lazyChunk(() => import('./features/study/exam-map/exam-outlook.tsx'));
const ExamChoice = lazyChunk(() => import('./features/content/contests/exam-choice.tsx'));

const onItsWay = <Skeleton className="h-60 rounded-card" />;

/** Home is the dashboard of students, the teacher area of teachers and admins, and what waits for the office. */
export default function HomeScreen() {
  const user = useUser();
  if (isOffice(user) && !isAdmin(user)) return <OfficeHome />;
  if (!isAuthor(user)) return <StudentHome />;
  const news = (
    <Suspense>
      <NewsCard />
    </Suspense>
  );
  if (!isAdmin(user)) return <TeacherScreen news={news} />;
  return (
    <TeacherScreen
      news={news}
      waiting={
        <Suspense fallback={onItsWay}>
          <OfficeOverview promises={<MissingPromises />} />
        </Suspense>
      }
    />
  );
}

function StudentHome() {
  const plan = useQuery(studyPlanQuery);
  return (
    <StudentScreen
      plan={plan.data ?? (plan.isError ? 'failed' : 'pending')}
      planCard={(about) => (
        <Suspense fallback={onItsWay}>
          <TodaysPlan {...about} />
        </Suspense>
      )}
      exams={
        <Suspense fallback={onItsWay}>
          <UpcomingExams />
        </Suspense>
      }
      outlook={(examId) => (
        <Suspense fallback={onItsWay}>
          <ExamOutlook examId={examId} />
        </Suspense>
      )}
      chooseExam={(pass) => (
        <Suspense fallback={onItsWay}>
          <ExamChoice onPass={pass} />
        </Suspense>
      )}
    />
  );
}
