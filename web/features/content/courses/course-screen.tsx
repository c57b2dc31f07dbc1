import { useQuery } from '@tanstack/react-query';
import { Award } from 'lucide-react';
import { useParams } from 'wouter';
import type { CourseDetail, getCourse } from '#contract/content/courses.ts';
import { LazyAttachments } from '#web/features/content/attachments/lazy-attachments.tsx';
import { isRefused, textOf } from '#web/lib/api.ts';
import { formatLongDate } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Sky } from '#web/ui/sky.tsx';
import { CourseHead } from './course-head.tsx';
import { CourseItems } from './course-items.tsx';
import { CoursePicture } from './course-picture.tsx';
import { courseQuery } from './courses.queries.ts';
import { EnrollmentCard } from './enrollment-card.tsx';

export default function CourseScreen() {
  const { id } = useParams<{ id: string }>();
  const course = useQuery(courseQuery(Number(id)));
  usePageTitle(course.data?.title);
  if (course.data) return <Course course={course.data} />;
  if (course.isError) return <CourseFailure error={course.error} onRetry={() => course.refetch()} />;
  return (
    <Page>
      <SkeletonGroup className="grid gap-4" blocks={['h-10 w-2/3', 'h-40 rounded-card', 'h-72 rounded-card']} />
    </Page>
  );
}

/** A course that is not there, or not yet, is no fault of the network. */
export function CourseFailure({ error, onRetry }: { error: Error | 'missing'; onRetry: () => void }) {
  const missing = error === 'missing' || isRefused<typeof getCourse>(error, 'not_found');
  usePageTitle(missing ? 'Curso não encontrado' : undefined);
  return (
    <Page>
      {missing ? (
        <EmptyState
          headingLevel={1}
          title="Curso não encontrado"
          text="Ele pode ter sido retirado ou ainda não foi publicado."
          action={
            <ButtonLink href={paths.courses} variant="line">
              Voltar para Cursos
            </ButtonLink>
          }
        />
      ) : (
        <ErrorState headingLevel={1} title="Não conseguimos carregar o curso" text={textOf(error)} onRetry={onRetry} />
      )}
    </Page>
  );
}

function Course({ course }: { course: CourseDetail }) {
  return (
    <>
      <CourseHead course={course} />
      <Page className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        {!course.isPublished && (
          <Notice tone="sun">
            <Badge tone="sun">Rascunho</Badge> Os alunos ainda não veem este curso.
          </Notice>
        )}
        {course.completedAt && <CourseDone completedAt={course.completedAt} />}
        <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
          <div className="grid gap-4 md:gap-6 lg:order-2 print:hidden">
            {course.imageUrl && (
              <div className="overflow-hidden rounded-card border border-line">
                <CoursePicture imageUrl={course.imageUrl} title={course.title} category={course.category} />
              </div>
            )}
            <EnrollmentCard course={course} />
          </div>
          <div className="grid gap-4 md:gap-6">
            <CourseItems course={course} />
            <LazyAttachments of={{ kind: 'course', id: course.id }} />
            <p className="text-ink-soft text-sm">Atualizado em {formatLongDate(course.updatedAt)}</p>
          </div>
        </div>
      </Page>
    </>
  );
}

/** The banner of a finished course. */
function CourseDone({ completedAt }: { completedAt: string }) {
  return (
    <section
      aria-label="Curso concluído"
      className="on-night relative isolate overflow-hidden rounded-card border-on-night border-b-4 bg-night p-5 text-on-night max-md:pb-28 md:p-8 print:hidden"
    >
      <Sky
        level={1}
        className="absolute bottom-0 -z-10 h-auto w-130 max-w-none max-md:left-1/2 max-md:-translate-x-1/2 md:right-0"
      />
      <p className="font-strong text-sm text-sun">Concluído em {formatLongDate(completedAt)}</p>
      <h2 className="mt-1 mb-2 text-show-md leading-tight tracking-[-0.02em]">Você concluiu este curso</h2>
      <p className="max-w-[40ch]">Todas as aulas lidas, todos os simulados aprovados. O certificado é seu.</p>
      <ButtonLink href={paths.certificates} variant="next" size="lg" className="mt-4 max-md:w-full">
        <Award /> Ver certificado
      </ButtonLink>
    </section>
  );
}
