import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download } from 'lucide-react';
import { Link, useParams } from 'wouter';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import { exportQuizStatistics, type getQuizStatistics } from '../../../contract/quiz-statistics.ts';
import { addressOf, isRefused, textOf } from '../../lib/api.ts';
import { formatMinutes, formatShare, plural } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressChoice } from '../../lib/use-address.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { QuestionReport } from './question-report.tsx';
import { share } from './report-words.ts';
import { type AttemptChoice, statisticsQuery } from './statistics.queries.ts';

type Statistics = ResponseOf<typeof getQuizStatistics>;

export default function StatisticsScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const [attempts, setAttempts] = useAddressChoice<AttemptChoice>('tentativas', ['first', 'all']);
  const found = useQuery({ ...statisticsQuery(id, attempts), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getQuizStatistics>(found.error, 'not_found');
  usePageTitle(isMissing ? 'Simulado não encontrado' : found.data && `Estatísticas: ${found.data.title}`);
  return (
    <Page>
      <Link
        href={isMissing ? paths.teacherQuizzes : paths.teacherQuiz(id)}
        className="link tappable mb-4 inline-flex items-center gap-1.5"
      >
        <ArrowLeft /> {isMissing ? 'Todos os simulados' : 'Voltar ao simulado'}
      </Link>
      <PageHeader
        title="Estatísticas"
        subtitle={found.data?.title}
        actions={
          found.data &&
          found.data.attempts > 0 && (
            <a
              className={buttonClass({ variant: 'line' })}
              href={addressOf(exportQuizStatistics, { params: { id }, query: { attempts } })}
              download
            >
              <Download /> Exportar CSV
            </a>
          )
        }
      />
      {isMissing && <EmptyState title="Simulado não encontrado" text="Ele foi excluído, ou é de outro professor." />}
      {found.isError && !isMissing && (
        <ErrorState
          title="Não conseguimos calcular as estatísticas"
          text={textOf(found.error)}
          onRetry={() => found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.isLoading && (
        <SkeletonGroup label="Calculando…" className="grid gap-4">
          <Skeleton className="h-28" />
          <Skeleton className="h-48" />
          <Skeleton className="h-48" />
        </SkeletonGroup>
      )}
      {found.data && (
        <>
          <Field label="Tentativas contadas" className="mb-6 max-w-sm">
            <Select value={attempts} onChange={({ target }) => setAttempts(target.value as AttemptChoice)}>
              <option value="first">A primeira de cada aluno</option>
              <option value="all">Todas</option>
            </Select>
          </Field>
          <Report statistics={found.data} />
        </>
      )}
    </Page>
  );
}

function Report({ statistics }: { statistics: Statistics }) {
  if (statistics.attempts === 0) {
    return (
      <EmptyState
        title="Ainda não há tentativas"
        text="As estatísticas aparecem quando os alunos finalizarem o simulado. Treinos e pré-visualizações não contam."
      />
    );
  }
  const { averagePercent, sharePassed, medianSeconds } = statistics;
  return (
    <>
      <div className="mb-8 grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Stat label="Tentativas" value={statistics.attempts} note={`de ${statistics.students} alunos`} />
        <Stat label="Média de acertos" value={averagePercent === null ? '—' : formatShare(averagePercent)} />
        <Stat label="Aprovados" value={share(sharePassed)} />
        <Stat
          label="Tempo mediano"
          value={medianSeconds === null ? '—' : formatMinutes(Math.max(1, Math.round(medianSeconds / 60)))}
        />
      </div>
      {statistics.leaves.length > 0 && (
        <Card title="Saídas da página" aside="só informação" className="mb-8">
          <p className="mb-3 text-ink-soft text-sm">
            Sair pode ser uma ligação ou a rede que caiu. O número não muda a nota, e o aluno sabia que era contado.
          </p>
          <ul className="grid grid-cols-1 gap-1 md:grid-cols-2 md:gap-x-8">
            {statistics.leaves.map(({ attemptId, studentName, count }) => (
              <li key={attemptId} className="flex justify-between gap-3 border-line border-b py-1">
                <span className="wrap-anywhere">{studentName ?? 'Conta excluída'}</span>
                <span className="tabular-nums">{plural(count, 'vez', 'vezes')}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <h2 className="mb-3 text-lg">Questões</h2>
      <ol className="grid grid-cols-1 gap-4">
        {statistics.questions.map((item, place) => (
          <li key={item.questionVersionId}>
            <QuestionReport item={item} number={place + 1} />
          </li>
        ))}
      </ol>
    </>
  );
}
