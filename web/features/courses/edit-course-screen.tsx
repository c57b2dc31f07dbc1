import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { Course, CourseDetail } from '../../../contract/courses.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import AttachmentsEditor from '../../ui/attachments/attachments-editor.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
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
  usePageTitle(course.data && `Editar: ${course.data.title}`);
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
    return <CourseFailure error="missing" onRetry={() => course.refetch()} />;
  }
  return <EditCourse key={edited.id} opened={edited} />;
}

function EditCourse({ opened }: { opened: CourseDetail }) {
  const [, navigate] = useLocation();
  // Both halves of the page change the same course: each save builds on the version the other one has made.
  const [course, setCourse] = useState(opened);
  const keep = (saved: Course | CourseDetail) => setCourse((before) => ({ ...before, ...saved }));
  const [deleting, setDeleting] = useState<CourseDetail | null>(null);
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
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-2">
        <CourseDetailsForm course={course} onSaved={keep} />
        <CourseContentEditor course={course} onSaved={keep} />
        <Card title="Anexos do curso">
          <AttachmentsEditor of={{ kind: 'course', id: course.id }} />
        </Card>
      </div>
      <DeleteCourseDialog
        course={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => navigate(paths.teacher)}
      />
    </Page>
  );
}
