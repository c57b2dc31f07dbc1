import { useQuery } from '@tanstack/react-query';
import type { Exam } from '#contract/content/contests.ts';
import { formatLongDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { examsQuery, useFollowExam } from './contests.queries.ts';

const SHOWN_FIRST = 3;

/** Inside a fold of the dashboard: one's own exam, the others folded; without one, the next to choose from. */
export default function UpcomingExams() {
  const exams = useQuery(examsQuery);
  if (exams.isPending) return <SkeletonGroup blocks={['h-28 w-full']} />;
  if (exams.isError) {
    return <LoadError of={exams} title="Não conseguimos carregar as provas" text={null} headingLevel={3} />;
  }
  const own = exams.data.filter(({ followed }) => followed);
  const others = exams.data.filter(({ followed }) => !followed);
  if (exams.data.length === 0) {
    return <p className="text-ink-soft">Quando a escola anunciar uma prova, a contagem regressiva aparece aqui.</p>;
  }
  const open = own.length > 0 ? own : others.slice(0, SHOWN_FIRST);
  const folded = own.length > 0 ? others : others.slice(SHOWN_FIRST);
  return (
    <>
      <ExamList exams={open} />
      {folded.length > 0 && (
        <details className="mt-2">
          <summary className="flex min-h-11 items-center font-strong text-link text-sm">
            {plural(folded.length, 'outra prova', 'outras provas')}
          </summary>
          <ExamList exams={folded} />
        </details>
      )}
    </>
  );
}

function ExamList({ exams }: { exams: Exam[] }) {
  return (
    <ul>
      {exams.map((exam) => (
        <ExamRow key={exam.id} exam={exam} />
      ))}
    </ul>
  );
}

function ExamRow({ exam }: { exam: Exam }) {
  const follow = useFollowExam();
  return (
    <li className="grid grid-cols-[4.5rem_1fr] items-center gap-x-3 border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
      <p className="text-center">
        <span className="block font-strong text-xl tabular-nums leading-tight">
          {exam.daysLeft === 0 ? 'É hoje' : exam.daysLeft}
        </span>
        {exam.daysLeft > 0 && <span className="text-ink-soft text-xs">{exam.daysLeft === 1 ? 'dia' : 'dias'}</span>}
      </p>
      <div className="min-w-0">
        <p className="wrap-anywhere font-strong">
          {exam.link ? (
            <a href={exam.link} target="_blank" rel="noopener noreferrer" className="link">
              {exam.name}
            </a>
          ) : (
            exam.name
          )}
        </p>
        <p className="text-ink-soft text-sm">
          {exam.organisation}, {formatLongDay(exam.date)}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-2">
          {exam.followed && (
            <Badge tone="sun" icon={null}>
              Minha prova
            </Badge>
          )}
          <Button variant="line" size="sm" busy={follow.isPending} onClick={() => follow.mutate(exam)}>
            {exam.followed ? 'Deixar de seguir' : 'Seguir'}
            <span className="sr-only"> {exam.name}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}
