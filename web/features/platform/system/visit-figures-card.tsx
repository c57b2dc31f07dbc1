import { useQuery } from '@tanstack/react-query';
import { screenTitles } from '#contract/platform/screen-patterns.ts';
import { type ScreenVisits, VISIT_DAYS, type VisitMetric } from '#contract/platform/visit-figures.ts';
import { VISIT_SAMPLE } from '#contract/platform/visit-sample.ts';
import { plural } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { visitFiguresQuery } from './system.queries.ts';
import { judgeVisits, metricText } from './visit-words.ts';

/** What browsers measured, by screen: three of four visits stayed within each figure. */
export function VisitFiguresCard() {
  const visits = useQuery(visitFiguresQuery);
  return (
    <Card title="Velocidade nos aparelhos" flush>
      <p className="px-4 pb-3 text-ink-soft text-sm md:px-5">
        Medido nos navegadores de quem visita: uma de cada {VISIT_SAMPLE} visitas, nos últimos {VISIT_DAYS} dias, sem
        nome e sem endereço. Três de cada quatro visitas ficaram dentro do valor.
      </p>
      {visits.isError ? (
        <LoadError of={visits} title="Não conseguimos ler as medições" />
      ) : (
        <Table
          caption="Velocidade nos aparelhos, por tela"
          columns={columns}
          rows={visits.data ?? []}
          rowKey={({ screen }) => screen}
          loading={visits.isPending}
          empty={
            <EmptyState
              title="Ainda sem medições"
              text="Elas aparecem depois das primeiras visitas."
              headingLevel={3}
            />
          }
        />
      )}
    </Card>
  );
}

function Figure({ metric, figure }: { metric: VisitMetric; figure: ScreenVisits[VisitMetric] }) {
  if (!figure) return <span className="text-ink-soft">—</span>;
  const count = plural(figure.visits, 'visita', 'visitas');
  const verdict = figure.p75 === null ? null : judgeVisits(metric, figure.p75);
  return (
    <span className="block max-md:text-end">
      <span className="inline-flex flex-wrap items-center gap-x-1.5 max-md:justify-end">
        {figure.p75 === null ? (
          <span className="text-ink-soft">poucos dados</span>
        ) : (
          <span className="whitespace-nowrap font-strong tabular-nums">{metricText(metric, figure.p75)}</span>
        )}
        {verdict && (
          <Badge tone={verdict.tone} icon={null}>
            {verdict.text}
          </Badge>
        )}
      </span>
      <span className="block text-ink-soft text-xs">{count}</span>
    </span>
  );
}

const columns: Column<ScreenVisits>[] = [
  {
    key: 'screen',
    header: 'Tela',
    cell: ({ screen }) => (
      <>
        <span className="font-strong">{screenTitles[screen]}</span>
        <span className="block break-all font-mono text-ink-soft text-xs">{screen}</span>
      </>
    ),
  },
  {
    key: 'LCP',
    header: 'Conteúdo na tela (LCP)',
    cell: ({ LCP }) => <Figure metric="LCP" figure={LCP} />,
  },
  {
    key: 'INP',
    header: 'Resposta ao toque (INP)',
    cell: ({ INP }) => <Figure metric="INP" figure={INP} />,
  },
  {
    key: 'CLS',
    header: 'Conteúdo que pula (CLS)',
    cell: ({ CLS }) => <Figure metric="CLS" figure={CLS} />,
  },
];
