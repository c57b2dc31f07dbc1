import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { getComposition } from '#contract/exams/quiz-composition.ts';
import { isRefused } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ComposeForm } from './compose-form.tsx';
import { compositionQuery } from './composition.queries.ts';

export default function ComposeScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const composition = useQuery({ ...compositionQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getComposition>(composition.error, 'not_found');
  usePageTitle(isMissing ? 'Simulado não encontrado' : composition.data && `Compor: ${composition.data.title}`);
  return (
    <Page>
      <BackTo href={isMissing ? paths.teacherQuizzes : paths.teacherQuiz(id)}>
        {isMissing ? 'Todos os simulados' : 'Voltar ao simulado'}
      </BackTo>
      {composition.data && <ComposeForm key={id} stored={composition.data} />}
      {!composition.data && <h1 className="sr-only">Compor simulado</h1>}
      {isMissing && <EmptyState title="Simulado não encontrado" text="Ele foi excluído, ou é de outro professor." />}
      {composition.isError && !isMissing && !composition.data && (
        <LoadError of={composition} title="Não conseguimos abrir a composição" />
      )}
      {composition.isLoading && <SkeletonGroup className="grid gap-6 lg:grid-cols-2" blocks={['h-96', 'h-96']} />}
    </Page>
  );
}
