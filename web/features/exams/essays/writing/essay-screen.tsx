import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'wouter';
import type { Essay, getEssay } from '#contract/exams/essays.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { SheetView } from '../sheet-view.tsx';
import { ReturnedEssayPage } from './returned-essay-page.tsx';
import { essayQuery } from './writing.queries.ts';

/** An essay after its delivery: waiting for its correction, or with it. */
export default function EssayScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const essay = useQuery({ ...essayQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getEssay>(essay.error, 'not_found');
  usePageTitle(isMissing ? 'Redação não encontrada' : essay.data?.theme.title);
  return (
    <Page>
      <Link href={paths.essayThemes} className="link tappable mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft /> Redações
      </Link>
      {essay.data && <Shown essay={essay.data} />}
      {!essay.data && <h1 className="sr-only">Redação</h1>}
      {isMissing && (
        <EmptyState title="Redação não encontrada" text="Ela é de outra conta, ou o endereço está incompleto." />
      )}
      {essay.isError && !isMissing && !essay.data && (
        <ErrorState
          title="Não conseguimos abrir a redação"
          text={textOf(essay.error)}
          onRetry={() => essay.refetch()}
          retrying={essay.isFetching}
        />
      )}
      {essay.isLoading && (
        <SkeletonGroup className="grid gap-4">
          <Skeleton className="h-9 w-1/2" />
          <Skeleton className="h-24" />
          <Skeleton className="h-96" />
        </SkeletonGroup>
      )}
    </Page>
  );
}

function Shown({ essay }: { essay: Essay }) {
  const { theme, returned, deliveredAt, dueAt } = essay;
  if (returned) return <ReturnedEssayPage key={essay.id} essay={essay} returned={returned} />;
  return (
    <>
      <PageHeader
        title={theme.title}
        subtitle={deliveredAt ? `Entregue em ${formatDateTime(deliveredAt)}` : 'Ainda não entregue'}
        actions={
          essay.state === 'writing' && (
            <Link href={paths.writeEssay(essay.id)} className={buttonClass({ variant: 'next' })}>
              Continuar
            </Link>
          )
        }
      />
      {dueAt && (
        <Notice className="mb-6" title="Em correção">
          A correção volta até {formatDateTime(dueAt)}. Você recebe um aviso.
        </Notice>
      )}
      <SheetView text={essay.text} lineWidth={theme.lineWidth} maxLines={theme.maxLines} />
    </>
  );
}
