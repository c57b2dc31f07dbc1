import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight, Dumbbell, Sparkles } from 'lucide-react';
import { Link } from 'wouter';
import { textOf } from '../../../lib/api.ts';
import { formatMinutes, formatShare, plural } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { withheldText } from '../../../lib/results.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { NoLessonIllustration } from '../../../ui/illustrations/no-lesson.tsx';
import { Page, PageHeader } from '../../../ui/page.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { PassBadge } from './pass-badge.tsx';
import { type ListedQuiz, quizListQuery } from './quizzes.queries.ts';

export default function QuizzesScreen() {
  const list = useInfiniteQuery(quizListQuery);
  const quizzes = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.total;
  return (
    <Page>
      <PageHeader
        title="Simulados"
        subtitle={
          total
            ? plural(total, 'simulado disponível', 'simulados disponíveis')
            : 'Teste o que você estudou, com tempo e correção'
        }
        actions={
          <Link href={paths.freePractice} className={buttonClass({ variant: 'line' })}>
            <Dumbbell /> Treino livre
          </Link>
        }
      />
      {list.isError && (
        <ErrorState
          title="Não conseguimos buscar os simulados"
          text={textOf(list.error)}
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && (
        <SkeletonGroup className="grid gap-4">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </SkeletonGroup>
      )}
      {list.data && quizzes.length === 0 && (
        <EmptyState
          illustration={<NoLessonIllustration />}
          title="Nenhum simulado disponível ainda"
          text="Assim que um professor publicar, o simulado aparece aqui."
        />
      )}
      <ul className="grid grid-cols-1 gap-4">
        {quizzes.map((quiz) => (
          <li key={quiz.id}>
            <QuizRow quiz={quiz} />
          </li>
        ))}
      </ul>
      <ShowMore pages={list} place="below" />
    </Page>
  );
}

function QuizRow({ quiz }: { quiz: ListedQuiz }) {
  const { best, openAttempt, attemptCount, withheldBy } = quiz;
  const label = openAttempt ? 'Continuar' : attemptCount > 0 ? 'Refazer' : 'Ver simulado';
  return (
    <article className="grid grid-cols-1 items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-4 md:grid-cols-[minmax(0,1fr)_auto_auto] md:p-5">
      <div className="min-w-0">
        <h2 className="text-md">
          <Link href={paths.quiz(quiz.id)} className="text-ink no-underline hover:underline">
            {quiz.title}
          </Link>
        </h2>
        <p className="text-ink-soft text-sm">
          {plural(quiz.questionCount, 'questão', 'questões')},{' '}
          {quiz.timeLimit === null ? 'sem limite de tempo' : formatMinutes(quiz.timeLimit)}, nota de corte{' '}
          {quiz.passingScore}%
        </p>
        {quiz.description && <p className="mt-1 line-clamp-2 max-w-[80ch] text-sm">{quiz.description}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 md:grid md:justify-items-end">
        {openAttempt && <Badge tone="sun">Em andamento</Badge>}
        {quiz.isNew && (
          <Badge tone="info" icon={<Sparkles />}>
            Novo
          </Badge>
        )}
        {best && (
          <>
            <p className="text-sm tabular-nums">
              <span className="sr-only">Melhor resultado: </span>
              <b className="font-strong">{best.score}/10</b> {formatShare(best.percent)}
            </p>
            <PassBadge passed={best.passed} />
          </>
        )}
        {!best && withheldBy && (
          <p className="text-ink-soft text-sm md:max-w-[16rem] md:text-end">{withheldText(withheldBy)}</p>
        )}
        <p className="text-ink-soft text-xs">
          {attemptCount > 0 ? plural(attemptCount, 'tentativa', 'tentativas') : 'Ainda não feito'}
        </p>
      </div>
      <Link href={paths.quiz(quiz.id)} className={buttonClass({ variant: openAttempt ? 'next' : 'line' })}>
        {label}
        <span className="sr-only">: {quiz.title}</span>
        <ArrowRight />
      </Link>
    </article>
  );
}
