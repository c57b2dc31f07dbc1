import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { CourseDetail } from '../../../contract/courses.ts';
import { ApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { CourseContentEditor } from './course-content-editor.tsx';
import { CourseDetailsForm } from './course-details-form.tsx';
import { CourseFailure } from './course-screen.tsx';
import { courseQuery } from './courses.queries.ts';
import { DeleteCourseDialog } from './delete-course-dialog.tsx';

export default function EditCourseScreen() {
  const { id } = useParams<{ id: string }>();
  const course = useQuery(courseQuery(Number(id)));
  // What is being edited is taken once: a refetch in the background must not replace what somebody is typing.
  const [edited, setEdited] = useState<CourseDetail | null>(null);
  if (course.isError) return <CourseFailure error={course.error} onRetry={() => course.refetch()} />;
  if (!edited && course.data && !course.isFetching) setEdited(course.data);
  if (!edited) {
    return (
      <Page>
        <SkeletonGroup className="grid gap-4">
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="h-96 rounded-card" />
        </SkeletonGroup>
      </Page>
    );
  }
  if (!edited.canEdit) {
    return <CourseFailure error={new ApiError(404, '', null)} onRetry={() => course.refetch()} />;
  }
  return (
    <EditCourse
      key={`${edited.id}-${edited.version}`}
      course={edited}
      onReload={() => {
        setEdited(null);
        course.refetch();
      }}
    />
  );
}

function EditCourse({ course, onReload }: { course: CourseDetail; onReload: () => void }) {
  const [, navigate] = useLocation();
  // Both halves of the page change the same course: each save builds on the version the other one has made.
  const [version, setVersion] = useState(course.version);
  const [outdated, setOutdated] = useState(false);
  const [deleting, setDeleting] = useState<CourseDetail | null>(null);
  const saving = { version, onSaved: setVersion, onConflict: () => setOutdated(true) };
  return (
    <Page>
      <PageHeader
        eyebrow={
          <Link href={paths.teacher} className="link">
            Área do professor
          </Link>
        }
        title="Editar curso"
        subtitle={course.title}
        actions={
          <>
            <Link href={paths.course(course.id)} className={buttonClass({ variant: 'line' })}>
              Ver curso
            </Link>
            <Button variant="bad" onClick={() => setDeleting(course)}>
              Excluir
            </Button>
          </>
        }
      />
      {outdated && (
        <Notice
          tone="bad"
          role="alert"
          className="mb-4"
          title="Este curso foi alterado por outra pessoa"
          action={
            <Button variant="line" size="sm" onClick={onReload}>
              Carregar a versão nova
            </Button>
          }
        >
          O que você mudou aqui não foi salvo. Copie o que precisar antes de carregar a versão nova.
        </Notice>
      )}
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-2">
        <CourseDetailsForm course={course} {...saving} />
        <CourseContentEditor course={course} {...saving} />
      </div>
      <DeleteCourseDialog
        course={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => navigate(paths.teacher)}
      />
    </Page>
  );
}
