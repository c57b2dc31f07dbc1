import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { Attempt } from '#contract/exams/mock-exams.ts';
import { textOf } from '#web/lib/api.ts';
import { formatDateTime, formatShare, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Ago } from '#web/ui/ago.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { resultOf, withheldText } from '../results.ts';
import { PassBadge } from './pass-badge.tsx';

type PreviousAttemptsProps = { query: UseQueryResult<{ items: Attempt[]; total: number }>; quizId: number };

/** The latest five, each leading to its review. */
export function PreviousAttempts({ query, quizId }: PreviousAttemptsProps) {
  const { data } = query;
  const more = data && data.total > data.items.length;
  return (
    <>
      {query.isError && (
        <ErrorState
          headingLevel={3}
          title="Não conseguimos buscar suas tentativas"
          text={textOf(query.error)}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isPending && (
        <SkeletonGroup className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </SkeletonGroup>
      )}
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
