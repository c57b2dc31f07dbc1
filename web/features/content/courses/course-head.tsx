import { ArrowLeft, Pencil } from 'lucide-react';
import { Link } from 'wouter';
import type { CourseDetail } from '#contract/content/courses.ts';
import { formatDecimal, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { contentText } from './course-card.tsx';
import { coverOf } from './course-cover.ts';
import { categoryLabels, difficultyLabels, instructorText } from './course-labels.ts';
import { CoverShapes } from './course-picture.tsx';

/** The course's title on the horizon of its cover. */
export function CourseHead({ course }: { course: CourseDetail }) {
  const { hue } = coverOf(course.title, course.category);
  return (
    <header className="on-night text-on-night print:bg-transparent!" style={{ background: `oklch(0.31 0.045 ${hue})` }}>
      <div className="relative isolate overflow-hidden border-on-night border-b-4">
        <svg
          aria-hidden="true"
          viewBox="0 0 400 142"
          className="absolute bottom-0 -z-10 h-auto w-120 max-md:-right-38 max-lg:opacity-25 md:right-0 md:w-180 print:hidden"
        >
          <CoverShapes title={course.title} category={course.category} />
        </svg>
        <div className="page-width flex min-h-33 flex-col justify-end gap-3 pt-4 pb-6 md:min-h-44 md:pb-4">
          <Link
            href={paths.courses}
            className="inline-flex min-h-11 items-center gap-1.5 self-start text-sm underline-offset-4 hover:underline print:hidden max-md:hidden"
          >
            <ArrowLeft /> Cursos
          </Link>
          <h1 className="wrap-anywhere max-w-[24ch] text-show-md tracking-[-0.02em] md:text-show-lg">{course.title}</h1>
        </div>
      </div>
      <div className="relative py-4 md:py-5 print:bg-transparent!" style={{ background: `oklch(0.25 0.045 ${hue})` }}>
        <div className="page-width flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid max-w-[64ch] gap-1">
            {course.description && <p className="whitespace-pre-line">{course.description}</p>}
            <p className="text-sm">
              {categoryLabels[course.category]}, {difficultyLabels[course.difficulty].toLowerCase()},{' '}
              {instructorText(course.instructorName)}.
            </p>
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm tabular-nums">
              <span>{contentText(course)}</span>
              {course.averageRating !== null && (
                <span>
                  {formatDecimal(course.averageRating)} de 5 em {plural(course.ratingCount, 'avaliação', 'avaliações')}
                </span>
              )}
              <span>{plural(course.students, 'aluno', 'alunos')}</span>
            </p>
          </div>
          {course.canEdit && (
            <ButtonLink href={paths.editCourse(course.id)} variant="night">
              <Pencil /> Editar curso
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  );
}
