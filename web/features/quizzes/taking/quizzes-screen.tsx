import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Dumbbell } from 'lucide-react';
import { Link } from 'wouter';
import { textOf } from '../../../lib/api.ts';
import { plural } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { upcomingWindowsQuery } from '../../../lib/quiz-windows.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { NoLessonIllustration } from '../../../ui/illustrations/no-lesson.tsx';
import { MasterySun } from '../../../ui/mastery-sun.tsx';
import { Page, PageHeader } from '../../../ui/page.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { WindowCard } from '../../../ui/window-card.tsx';
import { QuizRow } from './quiz-row.tsx';
import { quizListQuery } from './quizzes.queries.ts';

export default function QuizzesScreen() {
  const list = useInfiniteQuery(quizListQuery);
  const quizzes = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.total;
  const upcoming = useQuery(upcomingWindowsQuery).data;
  const [next] = upcoming?.windows ?? [];
  return (
    <Page>
      <PageHeader
        title="Simulados"
        subtitle={
          next
            ? 'Um por semana com todos juntos, os outros na hora que você quiser.'
            : total
              ? plural(total, 'simulado disponível', 'simulados disponíveis')
              : 'Teste o que você estudou, com tempo e correção'
        }
        actions={
          <Link href={paths.freePractice} className={buttonClass({ variant: 'line' })}>
            <Dumbbell /> Treino livre
          </Link>
        }
      />
      {next && upcoming && (
        <div className="mb-6">
          <WindowCard key={next.quizId} window={next} serverTime={upcoming.serverTime} />
        </div>
      )}
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
      {quizzes.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {quizzes.map((quiz) => (
            <li key={quiz.id}>
              <QuizRow quiz={quiz} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={list} place="below" />
      {quizzes.length > 0 && <SunLegend />}
    </Page>
  );
}

const suns = [
  { value: 1, text: 'passou do corte' },
  { value: 0.5, text: 'a caminho do corte' },
  { value: null, text: 'não feito' },
];

function SunLegend() {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-sm">
      {suns.map(({ value, text }) => (
        <li key={text} className="flex items-center gap-2">
          <MasterySun value={value} className="w-7" />
          {text}
        </li>
      ))}
    </ul>
  );
}
