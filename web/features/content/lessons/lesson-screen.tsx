import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'wouter';
import type { getLesson } from '#contract/content/lessons.ts';
import { isRefused } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LessonView } from './lesson-view.tsx';
import { lessonQuery } from './lessons.queries.ts';
import { progressQuery } from './reading.queries.ts';

const LessonNotFound = lazyChunk(() => import('./lesson-not-found.tsx'));

export default function LessonScreen() {
  const { id = '' } = useParams<{ id: string }>();
  if (!/^[1-9]\d{0,9}$/.test(id)) return <NotFound />;
  // A new lesson is a new screen: nothing of the last one's reading may carry over.
  return <Lesson key={id} id={Number(id)} />;
}

function Lesson({ id }: { id: number }) {
  const lesson = useQuery(lessonQuery(id));
  const progress = useQuery(progressQuery);
  usePageTitle(lesson.data?.title);

  if (isRefused<typeof getLesson>(lesson.error, 'not_found')) return <NotFound />;
  if (lesson.isError) {
    return (
      <div className="page-width py-16">
        <LoadError of={lesson} title="Não conseguimos abrir a aula" headingLevel={1} />
      </div>
    );
  }
  // Where the reader was decides where the lesson opens; without that knowledge it opens at its beginning.
  if (lesson.isPending || progress.isPending) return <Loading />;
  const standing = progress.data?.find(({ lessonId }) => lessonId === id);
  return <LessonView lesson={lesson.data} standing={standing} />;
}

function Loading() {
  return (
    <div className="page-width lesson-page">
      <div role="status">
        <p className="font-strong text-lg">Carregando aula...</p>
        <p className="text-ink-soft">Por favor, aguarde.</p>
        <div className="mt-8 grid max-w-(--measure) gap-3">
          <Skeleton className="h-9 w-3/4" />
          <Skeleton className="mb-6 h-4 w-1/2" />
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} className="h-5 w-full" />
          ))}
        </div>
      </div>
    </div>
  );
}

const NotFound = () => (
  <Suspense>
    <LessonNotFound />
  </Suspense>
);
