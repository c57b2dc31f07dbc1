import { ArrowRight, Check } from 'lucide-react';
import { type Ref, Suspense } from 'react';
import type { Lesson } from '#contract/content/lessons.ts';
import { LazyAttachments } from '#web/features/content/attachments/lazy-attachments.tsx';
import { FinishedCourses } from '#web/features/content/courses/finished-courses.tsx';
import { textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { toast } from '#web/ui/toast.ts';
import { LessonLink } from './lesson-link.tsx';
import { LessonDoubts, LessonQuestions } from './lesson-slots.ts';
import { useSetCompletion } from './reading.queries.ts';

type LessonFooterProps = { ref: Ref<HTMLElement>; lesson: Lesson; isDone: boolean };

/** The end of the lesson, with the sun on the line, and the next step. */
export function LessonFooter({ ref, lesson, isDone }: LessonFooterProps) {
  return (
    <footer ref={ref} className="mt-16 grid max-w-(--measure) gap-6">
      <div className="lesson-end">
        <p className="pt-3 text-center text-ink-soft text-sm">Fim da aula</p>
      </div>
      <LazyAttachments of={{ kind: 'lesson', id: lesson.id }} />
      <Completion lessonId={lesson.id} isDone={isDone} />
      {isDone && <FinishedCourses kind="lesson" id={lesson.id} className="print:hidden" />}
      <Suspense>
        <LessonQuestions lessonId={lesson.id} />
      </Suspense>
      <LessonDoubts lessonId={lesson.id} />
      <nav aria-label="Outras aulas" className="grid gap-4 print:hidden">
        {lesson.next && <NextLesson {...lesson.next} />}
        <div className="grid gap-4 md:grid-cols-2">
          {lesson.previous && <Neighbour label="Aula anterior" {...lesson.previous} />}
          <ButtonLink href={paths.study} variant={lesson.next ? 'line' : 'next'} className="h-full md:col-start-2">
            Ver mais aulas
          </ButtonLink>
        </div>
      </nav>
    </footer>
  );
}

/** The one thing to do next. */
function NextLesson({ id, title }: { id: number; title: string }) {
  return (
    <LessonLink
      id={id}
      className={buttonClass({ variant: 'next', size: 'lg', className: 'h-auto justify-between gap-4 py-3 text-left' })}
    >
      <span className="grid min-w-0 grow">
        <span className="font-normal text-sm">Próxima aula</span>
        <span className="whitespace-normal [overflow-wrap:anywhere]">{title}</span>
      </span>
      <ArrowRight />
    </LessonLink>
  );
}

/** Done is a state, not a button; taking it back is a quiet one. */
function Completion({ lessonId, isDone }: { lessonId: number; isDone: boolean }) {
  const completion = useSetCompletion(lessonId);
  const toggle = () =>
    completion.mutate(!isDone, {
      onError: (error) => toast({ title: 'Não conseguimos marcar a aula', description: textOf(error), tone: 'bad' }),
    });
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 print:hidden">
      <p role="status" className={isDone ? 'flex items-center gap-1.5 text-ok' : 'sr-only'}>
        {isDone && (
          <>
            <Check /> Aula concluída
          </>
        )}
      </p>
      <Button
        variant={isDone ? 'quiet' : 'line'}
        size={isDone ? 'sm' : 'md'}
        busy={completion.isPending}
        onClick={toggle}
      >
        {isDone ? (
          'Desmarcar'
        ) : (
          <>
            <Check /> Marcar como concluída
          </>
        )}
      </Button>
    </div>
  );
}

type NeighbourProps = { id: number; title: string; label: string };

function Neighbour({ id, title, label }: NeighbourProps) {
  return (
    <LessonLink
      id={id}
      className="grid rounded-card border border-line bg-surface px-4 py-3 text-ink no-underline hover:bg-hover"
    >
      <span className="text-ink-soft text-sm">{label}</span>
      <span className="[overflow-wrap:anywhere]">{title}</span>
    </LessonLink>
  );
}
