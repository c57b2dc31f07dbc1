import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'wouter';
import type { getEssayToRead } from '#contract/exams/essay-grading.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { essayCode } from '../essay-words.ts';
import { essayToReadQuery, useLease } from './grading.queries.ts';
import { GradingPage } from './grading-page.tsx';

/** Shows a preloaded essay at once; grading starts when the lease is granted, with the newest draft. */
export default function GradingScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  if (!isAddress) return <Missing />;
  return <Grading key={id} id={id} />;
}

function Grading({ id }: { id: number }) {
  const isHydrated = useHydrated();
  const essay = useQuery(essayToReadQuery(id));
  const lease = useLease(id);
  usePageTitle(`Redação ${essayCode(id)}`);
  const isWaiting = essay.data?.state === 'delivered' && !essay.data.isFinished;
  const take = useEffectEvent(() => lease.mutate());
  useEffect(() => {
    if (isWaiting) take();
  }, [isWaiting]);

  if (isRefused<typeof getEssayToRead>(essay.error, 'not_found')) return <Missing />;
  if (essay.data && isHydrated) {
    // Its own key once leased: the editor takes the newest draft, and not the one that was preloaded.
    const leased = lease.data;
    return (
      <GradingPage
        key={leased ? 'leased' : 'read'}
        essay={leased ?? essay.data}
        isLeased={leased !== undefined}
        leaseError={lease.error ? textOf(lease.error) : null}
      />
    );
  }
  return (
    <Page>
      <h1 className="sr-only">Corrigir redação</h1>
      {essay.isError ? (
        <LoadError of={essay} title="Não conseguimos abrir a redação" />
      ) : (
        <SkeletonGroup label="Abrindo a redação…" className="grid gap-4" blocks={['h-12', 'h-[60dvh]']} />
      )}
    </Page>
  );
}

function Missing() {
  return (
    <NotFound
      title="Redação não encontrada"
      text="Ela não existe, ou ainda está sendo escrita."
      link={{ href: paths.teacherEssays, label: 'Voltar para a fila', variant: 'line' }}
    />
  );
}
