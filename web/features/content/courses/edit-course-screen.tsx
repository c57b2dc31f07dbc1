import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { CourseDetail } from '#contract/content/courses.ts';
import AttachmentsEditor from '#web/features/content/attachments/attachments-editor.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { CourseContentEditor } from './course-content-editor.tsx';
import { CourseDetailsForm } from './course-details-form.tsx';
import { CourseFailure } from './course-screen.tsx';
import { courseQuery } from './courses.queries.ts';
import { DeleteCourseDialog } from './delete-course-dialog.tsx';
import { courseLines, useCourseEditing } from './use-course-editing.ts';

export default function EditCourseScreen() {
  const { id } = useParams<{ id: string }>();
  const course = useQuery(courseQuery(Number(id)));
  usePageTitle(course.data && `Editar: ${course.data.title}`);
  // Copied once: a background refetch must not replace what is being typed.
  const [edited, setEdited] = useState<CourseDetail | null>(null);
  if (course.isError) return <CourseFailure error={course.error} onRetry={() => course.refetch()} />;
  if (!edited && course.data && !course.isFetching) setEdited(course.data);
  if (!edited) {
    return (
      <Page>
        <SkeletonGroup className="grid gap-4" blocks={['h-10 w-2/3', 'h-96 rounded-card']} />
      </Page>
    );
  }
  if (!edited.canEdit) {
    return <CourseFailure error="missing" onRetry={() => course.refetch()} />;
  }
  return <EditCourse key={edited.id} course={edited} />;
}

/** Both halves of the page are one course: one save stores both, or neither. */
export function EditCourse({ course }: { course: CourseDetail }) {
  const [, navigate] = useLocation();
  const [deleting, setDeleting] = useState<CourseDetail | null>(null);
  const whole = useCourseEditing(course);
  const { editing, area, save } = whole;
  return (
    <Page>
      <PageHeader
        eyebrow={
          <Link href={paths.teacher} className="link">
            Área do professor
          </Link>
        }
        title="Editar curso"
        subtitle={editing.base.value.title}
        actions={
          <>
            <ButtonLink href={paths.course(course.id)} variant="line">
              Ver curso
            </ButtonLink>
            <Button variant="bad" onClick={() => setDeleting(course)}>
              Excluir
            </Button>
          </>
        }
      />
      <div ref={area} className="grid grid-cols-1 gap-4 md:gap-6">
        {editing.conflict && (
          <ConflictNotice
            editing={editing}
            title="Este curso foi alterado enquanto você editava"
            linesOf={courseLines}
            onSave={save}
          />
        )}
        {editing.isRecovered && !editing.conflict && (
          <RestoredDraftNotice savedAt={editing.changedAt} onDiscard={editing.discard} />
        )}
        <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-2">
          <CourseDetailsForm course={course} editing={whole} />
          <div className="grid gap-4 md:gap-6">
            <CourseContentEditor editing={whole} />
            <Card title="Anexos do curso">
              <AttachmentsEditor of={{ kind: 'course', id: course.id }} />
            </Card>
          </div>
        </div>
      </div>
      <ActionBar className="mt-4">
        {editing.isDirty && (
          <span className="mr-auto text-ink-soft text-sm max-md:hidden">Há mudanças que ainda não foram salvas.</span>
        )}
        <Button
          disabled={!editing.isDirty || editing.value.title === ''}
          busy={editing.isSaving}
          busyLabel="Salvando..."
          onClick={save}
        >
          Salvar curso
        </Button>
      </ActionBar>
      <DeleteCourseDialog
        course={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => navigate(paths.teacher)}
      />
    </Page>
  );
}
