import { Suspense } from 'react';
import { useParams } from 'wouter';
import type { getEssay } from '#contract/exams/essays.ts';
import { isRefused } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import type { DeliveredEssayProps } from './delivered-essay.tsx';
import { useOpenedEssay } from './use-opened-essay.ts';
import type { WritePageProps } from './write-page.tsx';

const DeliveredEssay = lazyChunk<DeliveredEssayProps>(() => import('./delivered-essay.tsx'));
const WritePage = lazyChunk<WritePageProps>(() => import('./write-page.tsx'), 'screen');

/** An essay in whatever state it is: on the sheet, waiting for its correction, or with it. */
export function EssayScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const isHydrated = useHydrated();
  const essay = useOpenedEssay(id, isAddress);
  const isMissing = !isAddress || isRefused<typeof getEssay>(essay.error, 'not_found');
  usePageTitle(isMissing ? 'Redação não encontrada' : essay.data?.theme.title);
  // A cached answer may lack what another tab or device saved meanwhile: the sheet begins with the stored text.
  const isCurrent = isHydrated && (!essay.isFetching || essay.isFetchedAfterMount);
  if (essay.data?.state === 'writing' && isCurrent) {
    return (
      <Suspense fallback={<OpeningSheet />}>
        <WritePage key={id} essay={essay.data} />
      </Suspense>
    );
  }
  if (essay.data?.state === 'writing') return <OpeningSheet />;
  return (
    <Page>
      <BackTo href={paths.essayThemes}>Redações</BackTo>
      {essay.data && (
        <Suspense fallback={<PageHeader title={essay.data.theme.title} />}>
          <DeliveredEssay essay={essay.data} />
        </Suspense>
      )}
      {!essay.data && <h1 className="sr-only">Redação</h1>}
      {isMissing && (
        <EmptyState title="Redação não encontrada" text="Ela é de outra conta, ou o endereço está incompleto." />
      )}
      {essay.isError && !isMissing && !essay.data && <LoadError of={essay} title="Não conseguimos abrir a redação" />}
      {essay.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-9 w-1/2', 'h-24', 'h-96']} />}
    </Page>
  );
}

function OpeningSheet() {
  return (
    <Page>
      <h1 className="sr-only">Escrever redação</h1>
      <SkeletonGroup label="Abrindo a folha…" className="grid gap-4" blocks={['h-12', 'h-[60dvh]']} />
    </Page>
  );
}
