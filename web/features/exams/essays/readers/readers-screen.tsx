import { useQuery } from '@tanstack/react-query';
import type { ReaderFigures } from '#contract/exams/essay-grading.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { agreementWords, kappaText, severityWords } from './agreement-words.ts';
import { agreementQuery } from './readers.queries.ts';

type Row = ReaderFigures & { key: string };

const columns: Column<Row>[] = [
  { key: 'name', header: 'Leitor', cell: ({ name }) => <b>{name ?? 'Contas apagadas'}</b> },
  { key: 'readings', header: 'Leituras', align: 'end', cell: ({ readings }) => formatNumber(readings) },
  { key: 'difference', header: 'Pontos que dá', cell: ({ difference }) => severityWords(difference) },
  {
    key: 'kappa',
    header: 'Concordância',
    cell: ({ kappa }) => (kappa === null ? agreementWords(kappa) : `${kappaText(kappa)}, ${agreementWords(kappa)}`),
  },
];

/** Severity and agreement of those who read essays in twos; the owner's alone. */
export default function ReadersScreen() {
  const agreement = useQuery(agreementQuery);
  const figures = agreement.data;
  const rows = (figures?.readers ?? []).map((reader, at) => ({ ...reader, key: String(at) }));
  return (
    <Page>
      <PageHeader
        title="Leitores de redação"
        subtitle="Redações devolvidas com duas ou três leituras, nos últimos 12 meses. Só a administração vê esta página."
      />
      {agreement.isError && !figures ? (
        <LoadError of={agreement} title="Não conseguimos buscar os leitores" />
      ) : (
        <>
          {figures && figures.essays > 0 && (
            <div className="mb-6 grid grid-cols-1 gap-4 md:grid-cols-3">
              <Stat label="Redações" value={formatNumber(figures.essays)} />
              <Stat label="Com terceira leitura" value={formatNumber(figures.thirdReadings)} />
              <Stat
                label="Concordância (kappa)"
                value={kappaText(figures.kappa)}
                note={agreementWords(figures.kappa)}
              />
            </div>
          )}
          <Card flush>
            <Table
              caption="Leitores"
              columns={columns}
              rows={rows}
              rowKey={({ key }) => key}
              loading={agreement.isPending}
              empty={
                <EmptyState
                  title="Ainda não há o que comparar"
                  text="Ligue duas leituras em um tema. Os números aparecem quando as redações forem devolvidas."
                />
              }
            />
          </Card>
        </>
      )}
    </Page>
  );
}
