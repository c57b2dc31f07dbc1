import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { quizFilters } from '#contract/exams/quiz-overview.ts';
import { plural } from '#web/lib/format.ts';
import { useAddressChoice } from '#web/lib/use-address.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NoLessonIllustration } from '#web/ui/illustrations/no-lesson.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { upcomingWindowsQuery } from '../windows/quiz-windows.ts';
import { WindowCard } from '../windows/window-card.tsx';
import { QuizRow } from './quiz-row.tsx';
import { type ListChoice, quizCountsQuery, quizListQuery } from './quizzes.queries.ts';

export default function QuizzesScreen() {
  const [choice, choose] = useAddressChoice('mostrar', ['all', ...quizFilters]);
  // The previous list stays until the filtered one is loaded, so that the layout does not jump.
  const list = useInfiniteQuery({ ...quizListQuery(choice), placeholderData: keepPreviousData });
  const counts = useQuery(quizCountsQuery).data;
  const quizzes = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.isPlaceholderData ? undefined : list.data?.pages[0]?.total;
  const upcoming = useQuery(upcomingWindowsQuery).data;
  const [next] = upcoming?.windows ?? [];
  return (
    <Page>
      <PageHeader
        title="Simulados"
        subtitle={
          next
            ? 'Um por semana com todos juntos, os outros na hora que você quiser.'
            : counts?.all
              ? plural(counts.all, 'simulado disponível', 'simulados disponíveis')
              : 'Teste o que você estudou, com tempo e correção'
        }
      />
      {next && upcoming && (
        <div className="mb-6">
          <WindowCard key={next.quizId} window={next} serverTime={upcoming.serverTime} />
        </div>
      )}
      {counts && counts.all > 0 && (
        <>
          <Chips
            label="Mostrar"
            className="mb-4 flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:flex-wrap"
            value={choice}
            onValueChange={choose}
            chips={chipsOf(counts, choice)}
          />
          <p role="status" className="sr-only">
            {total !== undefined && plural(total, 'simulado na lista', 'simulados na lista')}
          </p>
        </>
      )}
      {list.isError && !list.data && <LoadError of={list} title="Não conseguimos buscar os simulados" />}
      {list.isPending && <SkeletonGroup className="grid gap-4" blocks={['h-28', 'h-28', 'h-28']} />}
      {total === 0 && (choice === 'all' ? <NoQuizzes /> : <NoneOfThem choice={choice} onAll={() => choose('all')} />)}
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

const labels: Record<ListChoice, string> = {
  all: 'Todos',
  untried: 'Não feitos',
  complete: 'Completos',
  bySubject: 'Por matéria',
  trueFalse: 'Certo ou Errado',
};

/** A filter without results is not offered, unless it is the chosen one. */
const chipsOf = (counts: Record<ListChoice, number>, chosen: ListChoice) =>
  (Object.keys(labels) as ListChoice[])
    .filter((value) => counts[value] > 0 || value === chosen)
    .map((value) => ({ value, label: labels[value], count: counts[value] }));

const NoQuizzes = () => (
  <EmptyState
    illustration={<NoLessonIllustration />}
    title="Nenhum simulado disponível ainda"
    text="Assim que um professor publicar, o simulado aparece aqui."
  />
);

const emptyTexts: Record<Exclude<ListChoice, 'all'>, string> = {
  untried: 'Você já fez todos os simulados',
  complete: 'Nenhum simulado de mais de uma matéria',
  bySubject: 'Nenhum simulado de uma matéria só',
  trueFalse: 'Nenhum simulado só de Certo ou Errado',
};

const NoneOfThem = ({ choice, onAll }: { choice: Exclude<ListChoice, 'all'>; onAll: () => void }) => (
  <EmptyState
    title={emptyTexts[choice]}
    action={
      <Button variant="line" onClick={onAll}>
        Mostrar todos
      </Button>
    }
  />
);

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
