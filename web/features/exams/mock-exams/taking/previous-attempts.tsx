import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { Attempt } from '#contract/exams/mock-exams.ts';
import { formatDateTime, formatShare, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Ago } from '#web/ui/ago.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { resultOf, withheldText } from '../results.ts';
import { PassBadge } from './pass-badge.tsx';
import type { QuizOverview } from './quizzes.queries.ts';

/** '3, a melhor: 6/10, não aprovado' */
export function attemptsNote({ attemptCount, best, withheldBy }: QuizOverview): string {
  const result = best && resultOf(best);
  if (result) return `${attemptCount}, a melhor: ${result.score}/10, ${result.passed ? 'aprovado' : 'não aprovado'}`;
  return withheldBy ? `${attemptCount}, ainda sem nota` : `${attemptCount}`;
}

export type PreviousAttemptsProps = { query: UseQueryResult<{ items: Attempt[]; total: number }>; quizId: number };

/** The latest five, each leading to its review. */
export function PreviousAttempts({ query, quizId }: PreviousAttemptsProps) {
  const { data } = query;
  const more = data && data.total > data.items.length;
  return (
    <>
      {query.isError && <LoadError of={query} title="Não conseguimos buscar suas tentativas" headingLevel={3} />}
      {query.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-12', 'h-12']} />}
      {data && data.items.length > 0 && (
        <ul className="-mx-2 grid">
          {data.items.map((attempt) => (
            <li key={attempt.id} className="border-line border-t first:border-t-0">
              <Link
                href={paths.quizAttempt(quizId, attempt.id)}
                className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-2 py-2 text-ink no-underline hover:bg-hover"
              >
                <span className="min-w-0 grow">
                  <AttemptResult attempt={attempt} />
                  <time
                    dateTime={attempt.finishedAt}
                    title={formatDateTime(attempt.finishedAt)}
                    className="block text-ink-soft text-sm"
                  >
                    <Ago at={attempt.finishedAt} />
                  </time>
                </span>
                {attempt.passed !== null && <PassBadge passed={attempt.passed} />}
                <ChevronRight className="text-ink-soft" />
                <span className="sr-only">Ver revisão</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more && (
        <p className="mt-2 text-ink-soft text-sm">
          As últimas {data.items.length} de {plural(data.total, 'tentativa', 'tentativas')}.
        </p>
      )}
    </>
  );
}

function AttemptResult({ attempt }: { attempt: Attempt }) {
  const result = resultOf(attempt);
  if (!result) return <span>{withheldText(attempt.withheldBy)}</span>;
  return (
    <>
      <span className="font-strong tabular-nums">{result.score}/10</span>{' '}
      <span className="tabular-nums">{formatShare(result.percent)}</span>
    </>
  );
}
