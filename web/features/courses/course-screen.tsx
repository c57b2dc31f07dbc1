import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Link, useParams } from 'wouter';
import type { CourseDetail, getCourse } from '../../../contract/courses.ts';
import { isRefused, textOf } from '../../lib/api.ts';
import { formatLongDate, plural } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { contentText } from './course-card.tsx';
import { CourseItems } from './course-items.tsx';
import { categoryLabels, difficultyLabels, instructorText } from './course-labels.ts';
import { CoursePicture } from './course-picture.tsx';
import { courseQuery } from './courses.queries.ts';
import { EnrollmentCard } from './enrollment-card.tsx';
import { AverageRating } from './rating.tsx';

export default function CourseScreen() {
  const { id } = useParams<{ id: string }>();
  const course = useQuery(courseQuery(Number(id)));
  if (course.data) return <Course course={course.data} />;
  if (course.isError) return <CourseFailure error={course.error} onRetry={() => course.refetch()} />;
  return (
    <Page>
      <SkeletonGroup className="grid gap-4">
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="h-72 rounded-card" />
      </SkeletonGroup>
    </Page>
  );
}

/** A course that is not there, or not yet, is no fault of the network. */
export function CourseFailure({ error, onRetry }: { error: Error | 'missing'; onRetry: () => void }) {
  const missing = error === 'missing' || isRefused<typeof getCourse>(error, 'not_found');
  return (
    <Page>
      {missing ? (
        <EmptyState
          headingLevel={1}
          title="Curso não encontrado"
          text="Ele pode ter sido retirado ou ainda não foi publicado."
          action={
            <Link href={paths.courses} className={buttonClass({ variant: 'line' })}>
              Voltar para Cursos
            </Link>
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
    <Page>
      <PageHeader
        eyebrow={
          <Link href={paths.courses} className="link">
            Cursos
          </Link>
        }
        title={course.title}
        subtitle={
          <>
            {categoryLabels[course.category]} · {difficultyLabels[course.difficulty]} ·{' '}
            {instructorText(course.instructorName)}
          </>
        }
        actions={
          course.canEdit && (
            <Link href={paths.editCourse(course.id)} className={buttonClass({ variant: 'line' })}>
              <Pencil /> Editar curso
            </Link>
          )
        }
      />
      {!course.isPublished && (
        <Notice tone="sun" className="mb-4">
          <Badge tone="sun">Rascunho</Badge> Os alunos ainda não veem este curso.
        </Notice>
      )}
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
        <div className="grid gap-4 md:gap-6 lg:order-2">
          <EnrollmentCard course={course} />
        </div>
        <div className="grid gap-4 md:gap-6">
          <Card flush>
            <CoursePicture imageUrl={course.imageUrl} category={course.category} className="max-h-60" />
            <div className="grid gap-3 p-4 md:p-5">
              {course.description && <p className="whitespace-pre-line">{course.description}</p>}
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft text-sm">
                <span>{contentText(course)}</span>
                <AverageRating average={course.averageRating} count={course.ratingCount} />
                <span>{plural(course.students, 'aluno', 'alunos')}</span>
                <span>Atualizado em {formatLongDate(course.updatedAt)}</span>
              </p>
            </div>
          </Card>
          <CourseItems course={course} />
        </div>
      </div>
    </Page>
  );
}
