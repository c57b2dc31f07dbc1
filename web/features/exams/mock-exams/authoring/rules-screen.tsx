import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { getRules } from '#contract/exams/exam-rules.ts';
import { isRefused } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { rulesQuery } from './rules.queries.ts';
import { RulesForm } from './rules-form.tsx';

export default function RulesScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const rules = useQuery({ ...rulesQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getRules>(rules.error, 'not_found');
  usePageTitle(isMissing ? 'Simulado não encontrado' : rules.data && `Regras: ${rules.data.title}`);
  return (
    <Page width="wide-form">
      <BackTo href={isMissing ? paths.teacherQuizzes : paths.teacherQuiz(id)}>
        {isMissing ? 'Todos os simulados' : 'Voltar ao simulado'}
      </BackTo>
      {rules.data && <RulesForm key={id} stored={rules.data} />}
      {!rules.data && <h1 className="sr-only">Regras do simulado</h1>}
      {isMissing && <EmptyState title="Simulado não encontrado" text="Ele foi excluído, ou é de outro professor." />}
      {rules.isError && !isMissing && !rules.data && <LoadError of={rules} title="Não conseguimos abrir as regras" />}
      {rules.isLoading && <SkeletonGroup className="grid gap-6" blocks={['h-9 w-1/2', 'h-40', 'h-64']} />}
    </Page>
  );
}
