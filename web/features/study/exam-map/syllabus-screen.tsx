import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Redirect } from 'wouter';
import { examsQuery } from '#web/features/content/contests/contests.queries.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const UpcomingExams = lazyChunk(() => import('#web/features/content/contests/upcoming-exams.tsx'));

/** 'Edital' in the menus: the map of the followed exam, or the choice of one. */
export default function SyllabusScreen() {
  const followed = useQuery(examsQuery).data?.find((exam) => exam.followed);
  if (followed) return <Redirect to={paths.examMap(followed.id)} replace />;
  return (
    <Page width="wide-form">
      <PageHeader title="Edital" subtitle="Siga a sua prova para ver o edital dela, assunto por assunto." />
      <Card title="Próximas provas">
        <Suspense fallback={<Skeleton className="h-28 w-full" />}>
          <UpcomingExams />
        </Suspense>
      </Card>
    </Page>
  );
}
