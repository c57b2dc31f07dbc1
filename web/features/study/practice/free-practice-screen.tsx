import { useQuery } from '@tanstack/react-query';
import { Notebook } from 'lucide-react';
import { questionListScreens } from '#contract/question-list-screens.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { practiceChoicesQuery } from './practice.queries.ts';
import { sentChoice, usePracticeChoice } from './practice-choice.ts';
import { PracticeFilters } from './practice-filters.tsx';
import { PracticeStart } from './practice-start.tsx';
import { PracticeWays } from './practice-ways.tsx';
import { RecentPractices } from './recent-practices.tsx';

export default function FreePracticeScreen() {
  usePageTitle('Questões');
  const [choice, choose] = usePracticeChoice();
  const counts = useQuery(practiceChoicesQuery(sentChoice(choice)));
  return (
    <Page>
      <PageHeader
        title="Questões"
        subtitle="Monte o treino, ou deixe a escola escolher o que mais rende."
        actions={
          <ButtonLink href={questionListScreens.all} variant="line">
            <Notebook /> Cadernos
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <PracticeWays />
        {counts.isPending && <SkeletonGroup blocks={['h-96']} />}
        {counts.isError && <LoadError of={counts} title="Não conseguimos contar as questões" />}
        {counts.data?.all === 0 && (
          <EmptyState
            title="Nada para treinar ainda"
            text="As questões de um simulado entram no treino livre depois que você o finaliza."
            action={<ButtonLink href={paths.quizzes}>Ver simulados</ButtonLink>}
          />
        )}
        {counts.data && counts.data.all > 0 && (
          <div className="grid grid-cols-1 gap-6 md:grid-cols-[minmax(0,1fr)_20rem]">
            <PracticeFilters counts={counts.data} choice={choice} onChoose={choose} />
            <PracticeStart counts={counts.data} choice={choice} onChoose={choose} />
          </div>
        )}
        <RecentPractices />
      </div>
    </Page>
  );
}
