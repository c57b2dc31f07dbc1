import { useQuery } from '@tanstack/react-query';
import type { Exam } from '../../../contract/exams.ts';
import { formatDay, formatLongDay } from '../../lib/calendar-day.ts';
import { plural } from '../../lib/format.ts';
import { examsQuery } from './exams.queries.ts';

const SHOWN = 2;

/** Beside the greeting: the own exam first, then the next one. Nothing while there is none. */
export default function ExamCountdown() {
  const exams = useQuery(examsQuery);
  const [first, ...others] = [...(exams.data ?? [])].sort((a, b) => Number(b.followed) - Number(a.followed));
  if (!first) return null;
  return (
    <>
      <p className="text-sm md:hidden">{sentence(first)}</p>
      <dl className="flex gap-8 max-md:hidden">
        {[first, ...others].slice(0, SHOWN).map((exam) => (
          <div key={exam.id} className="flex items-center gap-3">
            <dd className="font-strong text-4xl tabular-nums leading-tight">{exam.daysLeft}</dd>
            <dt className="max-w-48 text-xs leading-snug">
              {exam.daysLeft === 1 ? 'dia' : 'dias'} para {exam.name}
              <span className="block text-ink-soft" title={formatLongDay(exam.date)}>
                {formatDay(exam.date)}
              </span>
            </dt>
          </div>
        ))}
      </dl>
    </>
  );
}

function sentence(exam: Exam) {
  if (exam.daysLeft === 0) return `Hoje é a prova de ${exam.name}`;
  const verb = exam.daysLeft === 1 ? 'Falta' : 'Faltam';
  return (
    <>
      {verb} <strong className="font-strong">{plural(exam.daysLeft, 'dia', 'dias')}</strong> para a prova de {exam.name}
    </>
  );
}
