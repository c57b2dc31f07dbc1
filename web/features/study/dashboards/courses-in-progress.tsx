import { Link } from 'wouter';
import type { Enrollment } from '#contract/content/courses.ts';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { formatPercent, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Progress } from '#web/ui/progress.tsx';

export default function CoursesInProgress({ dashboard }: { dashboard: StudentDashboard }) {
  const { courses, enrollmentCount } = dashboard;
  return (
    <>
      {courses.length > 0 ? (
        <ul className="divide-y divide-line">
          {courses.map((enrollment) => (
            <CourseRow key={enrollment.id} enrollment={enrollment} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">
          {enrollmentCount > 0 ? 'Você concluiu todos os seus cursos.' : 'Seus cursos aparecem aqui.'}
        </p>
      )}
      <Link href={paths.courses} className="link tappable mt-2 inline-block">
        {enrollmentCount > 0 ? 'Ver todos' : 'Ver cursos'}
      </Link>
    </>
  );
}

function CourseRow({ enrollment: { course, progress, done, total } }: { enrollment: Enrollment }) {
  const items = `${done} de ${plural(total, 'item', 'itens')}`;
  return (
    <li className="first:[&>a]:pt-0 last:[&>a]:pb-0">
      <Link
        href={paths.course(course.id)}
        className="group grid items-center gap-x-6 gap-y-2 py-3 md:grid-cols-[1fr_210px]"
      >
        <span className="min-w-0">
          <span className="block font-strong group-hover:underline">{course.title}</span>
          <span className="block text-ink-soft text-sm">{items}</span>
        </span>
        <span className="block">
          <Progress value={progress} label={`Progresso em ${course.title}`} valueText={items} />
          <span className="mt-1.5 block text-ink-soft text-xs tabular-nums">{formatPercent(progress / 100)}</span>
        </span>
      </Link>
    </li>
  );
}
