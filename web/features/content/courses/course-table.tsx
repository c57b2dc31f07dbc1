import { ChartColumn, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { CourseSummary } from '#contract/content/courses.ts';
import type { TeacherDashboard } from '#contract/study/dashboards.ts';
import { formatDecimal, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NoLessonIllustration } from '#web/ui/illustrations/no-lesson.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { categoryLabels } from './course-labels.ts';
import { DeleteCourseDialog } from './delete-course-dialog.tsx';

const FIRST_ROWS = 20;

const columns: Column<CourseSummary>[] = [
  {
    key: 'title',
    header: 'Curso',
    cell: (course) => (
      <Link href={paths.course(course.id)} className="tappable font-strong hover:underline">
        {course.title}
      </Link>
    ),
  },
  { key: 'category', header: 'Categoria', cell: (course) => categoryLabels[course.category] },
  { key: 'students', header: 'Alunos', cell: (course) => course.students, align: 'end' },
  {
    key: 'rating',
    header: 'Avaliação',
    cell: ({ averageRating, ratingCount }) =>
      averageRating === null ? '—' : `${formatDecimal(averageRating)} (${ratingCount})`,
    align: 'end',
    nowrap: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ isPublished }) =>
      isPublished ? <Badge tone="ok">Publicado</Badge> : <Badge tone="plain">Rascunho</Badge>,
    phone: 'aside',
  },
];

type CourseTableProps = { dashboard: TeacherDashboard | undefined; onCreate: () => void };

export function CourseTable({ dashboard, onCreate }: CourseTableProps) {
  const [deleting, setDeleting] = useState<CourseSummary | null>(null);
  const [shown, setShown] = useState(FIRST_ROWS);
  const courses = dashboard?.courses ?? [];
  return (
    <Card flush title="Cursos" aside={dashboard && plural(dashboard.totalCourses, 'curso', 'cursos')}>
      <Table
        caption="Cursos"
        columns={columns}
        rows={courses.slice(0, shown)}
        rowKey={({ id }) => String(id)}
        loading={!dashboard}
        rowActions={(course) => <CourseActions course={course} onDelete={() => setDeleting(course)} />}
        empty={
          <EmptyState
            headingLevel={3}
            illustration={<NoLessonIllustration />}
            title="Nenhum curso ainda"
            text="Crie um curso e ponha nele as aulas e os simulados na ordem em que devem ser estudados."
            action={
              <Button variant="line" onClick={onCreate}>
                Criar o primeiro curso
              </Button>
            }
          />
        }
      />
      {courses.length > shown && (
        <div className="border-line border-t p-4 text-center">
          <Button variant="line" onClick={() => setShown(shown + FIRST_ROWS)}>
            Mostrar mais
          </Button>
        </div>
      )}
      <DeleteCourseDialog course={deleting} onClose={() => setDeleting(null)} />
    </Card>
  );
}

const icon = buttonClass({ variant: 'quiet', size: 'icon' });

function CourseActions({ course, onDelete }: { course: CourseSummary; onDelete: () => void }) {
  return (
    <>
      <Link href={paths.editCourse(course.id)} aria-label={`Editar ${course.title}`} title="Editar" className={icon}>
        <Pencil />
      </Link>
      <Link
        href={paths.courseStats(course.id)}
        aria-label={`Estatísticas de ${course.title}`}
        title="Estatísticas"
        className={icon}
      >
        <ChartColumn />
      </Link>
      <Button variant="quiet" size="icon" aria-label={`Excluir ${course.title}`} title="Excluir" onClick={onDelete}>
        <Trash2 />
      </Button>
    </>
  );
}
