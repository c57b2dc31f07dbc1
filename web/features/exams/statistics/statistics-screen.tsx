import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { ResponseOf } from '#contract/endpoint.ts';
import { exportQuizStatistics, type getQuizStatistics } from '#contract/exams/quiz-statistics.ts';
import { addressOf, isRefused } from '#web/lib/api.ts';
import { dayOf } from '#web/lib/calendar-day.ts';
import { formatMinutes, formatShare, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Options, RowOptions } from '#web/ui/options.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { ordered, worstFirst } from './item-order.ts';
import { ItemTable } from './item-table.tsx';
import { QuestionReport } from './question-report.tsx';
import { share } from './report-words.ts';
import { classesQuery, statisticsQuery } from './statistics.queries.ts';
import { periods, useStatisticsChoice } from './statistics-choice.ts';

type Statistics = ResponseOf<typeof getQuizStatistics>;

export default function StatisticsScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const user = useUser();
  const chosen = useStatisticsChoice(dayOf(useNow()));
  const found = useQuery({ ...statisticsQuery(id, chosen.query), enabled: isAddress });
  const classes = useQuery(classesQuery(isAdmin(user))).data ?? [];
  const isMissing = !isAddress || isRefused<typeof getQuizStatistics>(found.error, 'not_found');
  usePageTitle(isMissing ? 'Simulado não encontrado' : found.data && `Estatísticas: ${found.data.title}`);
  return (
    <Page>
      <BackTo href={isMissing ? paths.teacherQuizzes : paths.teacherQuiz(id)}>
        {isMissing ? 'Todos os simulados' : 'Voltar ao simulado'}
      </BackTo>
      <PageHeader
        title="Estatísticas"
        subtitle={found.data?.title}
        actions={
          found.data &&
          found.data.attempts > 0 && (
            <a
              className={buttonClass({ variant: 'line' })}
              href={addressOf(exportQuizStatistics, { params: { id }, query: chosen.query })}
              download
            >
              <Download /> Exportar CSV
            </a>
          )
        }
      />
      {isMissing && <EmptyState title="Simulado não encontrado" text="Ele foi excluído, ou é de outro professor." />}
      {found.isError && !isMissing && <LoadError of={found} title="Não conseguimos calcular as estatísticas" />}
      {found.isLoading && (
        <SkeletonGroup label="Calculando…" className="grid gap-4" blocks={['h-28', 'h-48', 'h-48']} />
      )}
      {found.data && (
        <>
          <div className="mb-6 grid grid-cols-1 gap-4 md:grid-cols-3">
            <Field label="Tentativas contadas">
              <Select
                value={chosen.attempts}
                onChange={({ target }) => chosen.choose({ attempts: target.value === 'all' ? 'all' : '' })}
              >
                <option value="first">A primeira de cada aluno</option>
                <option value="all">Todas</option>
              </Select>
            </Field>
            <Field label="Turma" help="Os alunos que estão hoje em um curso.">
              <Select value={chosen.courseId ?? ''} onChange={({ target }) => chosen.choose({ course: target.value })}>
                <option value="">Todos os alunos</option>
                <RowOptions of={classes} label={(course) => course.title} />
              </Select>
            </Field>
            <Field label="Período">
              <Select value={chosen.period ?? ''} onChange={({ target }) => chosen.choose({ period: target.value })}>
                <option value="">Desde o início</option>
                <Options words={periods} />
              </Select>
            </Field>
          </div>
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
        title="Nenhuma tentativa para contar"
        text="As estatísticas aparecem quando alunos finalizam o simulado. Treinos e pré-visualizações não contam; a turma e o período escolhidos também limitam."
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
      <Questions items={statistics.questions} />
    </>
  );
}

/** The table and the selected question: beside it on wide screens, over it otherwise. */
function Questions({ items }: { items: Statistics['questions'] }) {
  const [order, setOrder] = useState(worstFirst);
  const [looked, setLooked] = useState<number | null>(null);
  const isWide = useMedia('(min-width: 1280px)');
  const rows = ordered(items, order);
  const current = rows.find(({ questionVersionId }) => questionVersionId === looked);
  const shown = current ?? (isWide ? rows[0] : undefined);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Questões</h2>
        {order.by !== 'worst' && (
          <Button variant="quiet" size="sm" onClick={() => setOrder(worstFirst)}>
            Piores primeiro
          </Button>
        )}
      </div>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_380px]">
        <Card flush>
          <ItemTable
            items={rows}
            order={order}
            onOrder={setOrder}
            current={shown?.questionVersionId ?? null}
            onLook={(item) => setLooked(item.questionVersionId)}
          />
        </Card>
        {isWide && shown && (
          <aside aria-label="Questão em vista" className="beside">
            <QuestionReport item={shown} number={shown.number} />
          </aside>
        )}
      </div>
      {!isWide && current && (
        <Dialog open onOpenChange={(open) => !open && setLooked(null)} title={`Questão ${current.number}`} size="lg">
          <QuestionReport item={current} number={current.number} />
        </Dialog>
      )}
    </>
  );
}
