import { Check, RotateCcw } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'wouter';
import type { Lesson } from '../../../contract/lessons.ts';
import { textOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FinishedCourses } from '../../ui/finished-courses.tsx';
import { toast } from '../../ui/toast.ts';
import { LessonLink } from './lesson-link.tsx';
import { useSetCompletion } from './reading.queries.ts';

type LessonFooterProps = { ref: Ref<HTMLElement>; lesson: Lesson; isDone: boolean };

/** The sun stands on the line: the end of the lesson, and what comes next. */
export function LessonFooter({ ref, lesson, isDone }: LessonFooterProps) {
  return (
    <footer ref={ref} className="mt-16 grid max-w-(--measure) gap-6">
      <div className="lesson-end">
        <p className="pt-3 text-center text-ink-soft text-sm">Fim da aula</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3 print:hidden max-md:grid max-md:justify-stretch">
        <Completion lessonId={lesson.id} isDone={isDone} />
        <Link href={paths.study} className={buttonClass({ variant: 'line' })}>
          Ver mais aulas
        </Link>
      </div>
      {isDone && <FinishedCourses kind="lesson" id={lesson.id} className="print:hidden" />}
      {(lesson.previous || lesson.next) && (
        <nav aria-label="Outras aulas" className="grid gap-4 print:hidden md:grid-cols-2">
          {lesson.previous && <Neighbour label="Aula anterior" {...lesson.previous} />}
          {lesson.next && <Neighbour label="Próxima aula" {...lesson.next} isNext />}
        </nav>
      )}
    </footer>
  );
}

function Completion({ lessonId, isDone }: { lessonId: number; isDone: boolean }) {
  const completion = useSetCompletion(lessonId);
  const toggle = () =>
    completion.mutate(!isDone, {
      onError: (error) => toast({ title: 'Não conseguimos marcar a aula', description: textOf(error), tone: 'bad' }),
    });
  return (
    <>
      <Button variant={isDone ? 'line' : 'primary'} busy={completion.isPending} onClick={toggle}>
        {isDone ? <RotateCcw /> : <Check />}
        {isDone ? 'Desmarcar como concluída' : 'Marcar como concluída'}
      </Button>
      <p role="status" className={isDone ? 'flex items-center justify-center gap-1.5 text-ok' : 'sr-only'}>
        {isDone && (
          <>
            <Check /> Aula concluída
          </>
        )}
      </p>
    </>
  );
}

type NeighbourProps = { id: number; title: string; label: string; isNext?: boolean };

function Neighbour({ id, title, label, isNext }: NeighbourProps) {
  return (
    <LessonLink
      id={id}
      className={`grid rounded-card border border-line bg-surface px-4 py-3 text-ink no-underline hover:bg-hover ${
        isNext ? 'md:col-start-2 md:text-right' : ''
      }`}
    >
      <span className="text-ink-soft text-sm">{label}</span>
      <span className="[overflow-wrap:anywhere]">{title}</span>
    </LessonLink>
  );
}
