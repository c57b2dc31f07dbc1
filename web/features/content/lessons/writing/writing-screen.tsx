import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { getLessonDraft } from '#contract/content/lesson-drafts.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { newKey } from '#web/lib/new-key.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { draftQuery, newDraftQuery } from './writing.queries.ts';
import { WritingPage } from './writing-page.tsx';

export default function WritingScreen() {
  const { id = 'new' } = useParams<{ id?: string }>();
  if (id === 'new') return <NewLesson />;
  if (!/^[1-9]\d{0,9}$/.test(id)) return <NotThere />;
  return <Writing key={id} id={Number(id)} />;
}

/** A new lesson has its address from the start: its text is always stored somewhere. */
function NewLesson() {
  const [creationKey] = useState(newKey);
  const [, navigate] = useLocation();
  const begun = useQuery(newDraftQuery(creationKey));
  const id = begun.data?.id;
  useEffect(() => {
    if (id !== undefined) navigate(paths.writeLesson(id), { replace: true });
  }, [id, navigate]);
  if (begun.isError) {
    return <Failed error={begun.error} onRetry={() => begun.refetch()} isTrying={begun.isFetching} />;
  }
  return <Loading />;
}

function Writing({ id }: { id: number }) {
  const draft = useQuery(draftQuery(id));
  const [round, setRound] = useState(0);
  usePageTitle(draft.data && `Escrever: ${draft.data.title.trim() || 'aula sem título'}`);
  if (isRefused<typeof getLessonDraft>(draft.error, 'not_found')) return <NotThere />;
  if (draft.isError && !draft.data) {
    return <Failed error={draft.error} onRetry={() => draft.refetch()} isTrying={draft.isFetching} />;
  }
  if (!draft.data || (draft.isFetching && !draft.isFetchedAfterMount)) return <Loading />;
  const takeTheirs = async () => {
    await draft.refetch();
    setRound((before) => before + 1);
  };
  return <WritingPage key={round} draft={draft.data} onTakeTheirs={() => void takeTheirs()} />;
}

function Failed({ error, onRetry, isTrying }: { error: Error; onRetry: () => void; isTrying: boolean }) {
  return (
    <Page width="form">
      <ErrorState
        headingLevel={1}
        title="Não conseguimos abrir a aula"
        text={textOf(error)}
        onRetry={onRetry}
        retrying={isTrying}
      />
    </Page>
  );
}

function NotThere() {
  return (
    <NotFound
      width="form"
      title="Aula não encontrada"
      text="Ela foi excluída, ou é de outro professor."
      link={{ href: paths.publish, label: 'Voltar para as aulas', variant: 'line' }}
    />
  );
}

function Loading() {
  return (
    <Page>
      <h1 className="sr-only">Escrever aula</h1>
      <SkeletonGroup
        label="Abrindo a aula…"
        className="grid gap-4"
        blocks={['h-12 w-full', 'h-10 w-2/3', 'h-[50dvh] w-full']}
      />
    </Page>
  );
}
