import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { getRanking } from '#contract/exams/quiz-ranking.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressChoices } from '#web/lib/use-address.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { rankingQuery } from './ranking.queries.ts';
import { RankingPage, subtitleOf } from './ranking-page.tsx';

export default function RankingScreen() {
  const quizId = Number(useParams<{ id: string }>().id);
  const [{ subject }, choose] = useAddressChoices({ subject: 'materia' });
  const subjectId = /^[1-9]\d{0,8}$/.test(subject) ? Number(subject) : undefined;
  const setSubject = (id: number | undefined) => choose({ subject: id === undefined ? '' : String(id) });
  const isAddress = Number.isSafeInteger(quizId);
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...rankingQuery(quizId, subjectId),
    enabled: isAddress,
  });
  const isMissing = !isAddress || isRefused<typeof getRanking>(error, 'not_found');
  usePageTitle(isMissing ? 'Ranking não encontrado' : data && `Ranking: ${data.title}`);
  return (
    <Page width="wide-form">
      <BackTo href={isMissing ? paths.quizzes : paths.quiz(quizId)}>
        {isMissing ? 'Simulados' : 'Voltar para o simulado'}
      </BackTo>
      {isMissing ? (
        <EmptyState
          headingLevel={1}
          title="Ranking não encontrado"
          text="Só um simulado com hora marcada tem ranking."
        />
      ) : (
        <>
          <PageHeader title={data ? `Ranking: ${data.title}` : 'Ranking'} subtitle={data && subtitleOf(data)} />
          {data && !isError && <RankingPage ranking={data} subjectId={subjectId} onSubject={setSubject} />}
          {isError && (
            <ErrorState
              title="Não conseguimos abrir o ranking"
              text={textOf(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )}
          {!data && !isError && (
            <SkeletonGroup label="Carregando ranking…" className="grid gap-4" blocks={['h-60', 'h-80']} />
          )}
        </>
      )}
    </Page>
  );
}
