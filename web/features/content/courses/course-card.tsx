import { Link } from 'wouter';
import type { CourseSummary } from '#contract/content/courses.ts';
import { formatPercent, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { categoryLabels, difficultyLabels, durationText } from './course-labels.ts';
import { CoursePicture } from './course-picture.tsx';
import { AverageRating } from './rating.tsx';

export function CourseCard({ course }: { course: CourseSummary }) {
  return (
    <article className="relative flex flex-col overflow-hidden rounded-card border border-line bg-surface focus-within:border-line-strong hover:border-line-strong">
      <CoursePicture
        imageUrl={course.imageUrl}
        title={course.title}
        category={course.category}
        className="max-sm:h-32"
      />
      <div className="flex grow flex-col gap-2 p-4">
        <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
          {categoryLabels[course.category]} · {difficultyLabels[course.difficulty]}
          {!course.isPublished && <Badge tone="sun">Rascunho</Badge>}
          {!course.isOpen && <Badge>Fora da sua compra</Badge>}
        </p>
        <h2 className="text-md">
          {/* The link covers the card; its text is the title. */}
          <Link href={paths.course(course.id)} className="after:absolute after:inset-0">
            {course.title}
          </Link>
        </h2>
        {course.description && <p className="line-clamp-2 text-ink-soft text-sm">{course.description}</p>}
        <p className="mt-auto pt-1 text-ink-soft text-sm">{contentText(course)}</p>
        {course.enrollment ? (
          <div>
            <Progress
              value={course.enrollment.progress}
              label={`Progresso em ${course.title}`}
              valueText={`${course.enrollment.done} de ${course.enrollment.total} itens`}
            />
            <p className="mt-1.5 text-ink-soft text-xs tabular-nums">
              {formatPercent(course.enrollment.progress / 100)}, {course.enrollment.done} de{' '}
              {plural(course.enrollment.total, 'item', 'itens')}
            </p>
          </div>
        ) : (
          <p className="flex flex-wrap items-center gap-x-4 text-ink-soft text-sm">
            <AverageRating average={course.averageRating} count={course.ratingCount} />
            <span>{plural(course.students, 'aluno', 'alunos')}</span>
          </p>
        )}
      </div>
    </article>
  );
}

export const contentText = ({ lessonCount, quizCount, duration }: CourseSummary) =>
  [
    plural(lessonCount, 'aula', 'aulas'),
    plural(quizCount, 'simulado', 'simulados'),
    `duração ${durationText(duration).toLowerCase()}`,
  ].join(' · ');
