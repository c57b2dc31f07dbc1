import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { getWindow } from '#contract/exams/quiz-windows.ts';
import { isRefused } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { SeriesForm } from './series-form.tsx';
import { windowQuery } from './window.queries.ts';
import { WindowForm } from './window-form.tsx';

export default function WindowScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const window = useQuery({ ...windowQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getWindow>(window.error, 'not_found');
  const { data } = window;
  usePageTitle(isMissing ? 'Simulado não encontrado' : data && `Horário: ${data.title}`);
  return (
    <Page width="wide-form">
      <BackTo href={isMissing ? paths.teacherQuizzes : paths.teacherQuiz(id)}>
        {isMissing ? 'Todos os simulados' : 'Voltar ao simulado'}
      </BackTo>
      {data ? (
        <>
          <PageHeader
            eyebrow="Horário"
            title={data.title}
            subtitle="Todos fazem no mesmo horário. Até o resultado, ninguém vê as questões fora da prova, e nem nota nem gabarito saem."
          />
          {data.drawCount > 0 ? <SeriesForm quiz={data} /> : <WindowForm key={data.version} stored={data} />}
        </>
      ) : (
        <h1 className="sr-only">Horário do simulado</h1>
      )}
      {isMissing && <EmptyState title="Simulado não encontrado" text="Ele foi excluído, ou é de outro professor." />}
      {window.isError && !isMissing && !data && <LoadError of={window} title="Não conseguimos abrir o horário" />}
      {window.isLoading && <SkeletonGroup className="grid gap-6" blocks={['h-9 w-1/2', 'h-64']} />}
    </Page>
  );
}
