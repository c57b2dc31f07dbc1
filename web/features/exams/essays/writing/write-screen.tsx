import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { getEssay } from '#contract/exams/essays.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { WritePage } from './write-page.tsx';
import { essayQuery } from './writing.queries.ts';

export default function WriteScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const [, navigate] = useLocation();
  const isHydrated = useHydrated();
  const essay = useQuery({ ...essayQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getEssay>(essay.error, 'not_found');
  usePageTitle(isMissing ? 'Redação não encontrada' : essay.data && `Escrever: ${essay.data.theme.title}`);
  const isOver = essay.data !== undefined && essay.data.state !== 'writing';
  useEffect(() => {
    if (isOver) navigate(paths.essay(id), { replace: true });
  }, [isOver, id, navigate]);

  // A cached answer may lack what another tab or device saved meanwhile: the sheet begins with the stored text.
  const isCurrent = !essay.isFetching || essay.isFetchedAfterMount;
  if (essay.data?.state === 'writing' && isHydrated && isCurrent) return <WritePage key={id} essay={essay.data} />;
  return (
    <Page>
      <h1 className="sr-only">Escrever redação</h1>
      {isMissing && (
        <EmptyState
          title="Redação não encontrada"
          text="Ela é de outra conta, ou o endereço está incompleto."
          action={
            <Link href={paths.essayThemes} className={buttonClass({ variant: 'line' })}>
              Ver os temas
            </Link>
          }
        />
      )}
      {essay.isError && !isMissing && !essay.data && (
        <ErrorState
          title="Não conseguimos abrir a folha"
          text={`${textOf(essay.error)} O que você escreveu continua guardado.`}
          onRetry={() => essay.refetch()}
          retrying={essay.isFetching}
        />
      )}
      {!isMissing && !essay.isError && (
        <SkeletonGroup label="Abrindo a folha…" className="grid gap-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-[60dvh]" />
        </SkeletonGroup>
      )}
    </Page>
  );
}
