import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { questionListScreens as screens } from '#contract/question-list-screens.ts';
import type { getSharedQuestionList } from '#contract/study/shared-question-lists.ts';
import { isRefused } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { copiedWords, openWords } from './list-words.ts';
import { sharedQuery, useCopyShared } from './question-lists.queries.ts';

/** What a link of a list opens: its name, and the way to a copy. */
export function SharedListScreen() {
  const { more: token = '' } = useParams<{ more: string }>();
  const [, navigate] = useLocation();
  const [creationKey] = useState(newKey);
  const shared = useQuery(sharedQuery(token));
  const copy = useCopyShared(token);
  const isMissing = isRefused<typeof getSharedQuestionList>(shared.error, 'not_found');
  usePageTitle(isMissing ? 'Link encerrado' : 'Caderno compartilhado');
  const take = () =>
    copy.mutate(creationKey, {
      onSuccess: (made) => {
        toast({ title: 'Caderno copiado', description: copiedWords(made) });
        navigate(screens.one(made.id));
      },
    });
  return (
    <Page width="form">
      <PageHeader title="Caderno compartilhado" />
      {isMissing && (
        <EmptyState
          title="Link encerrado"
          text="Quem compartilhou encerrou o link, ou o endereço está incompleto."
          action={<ButtonLink href={screens.all}>Ver meus cadernos</ButtonLink>}
        />
      )}
      {shared.isError && !isMissing && <LoadError of={shared} title="Não conseguimos abrir o caderno" />}
      {shared.isLoading && <SkeletonGroup blocks={['h-40']} />}
      {shared.data && (
        <Card title={shared.data.name}>
          <p className="mb-4">
            {plural(shared.data.total, 'questão', 'questões')}
            {shared.data.teacher && `, de Prof. ${shared.data.teacher}`}.{' '}
            {shared.data.open < shared.data.total && openWords(shared.data)}
          </p>
          {shared.data.ownId === null ? (
            <Button
              variant="next"
              disabled={shared.data.open === 0}
              busy={copy.isPending}
              busyLabel="Copiando..."
              onClick={take}
            >
              Copiar para os meus cadernos
            </Button>
          ) : (
            <ButtonLink href={screens.one(shared.data.ownId)} variant="line">
              Este caderno é seu: abrir
            </ButtonLink>
          )}
        </Card>
      )}
    </Page>
  );
}
