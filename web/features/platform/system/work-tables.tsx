import type { SystemState } from '#contract/platform/admin-system.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { TechnicalName } from '#web/ui/technical-name.tsx';
import { describeFailures, describeResult } from './system-words.ts';
import { workName } from './work-words.ts';

type Queue = SystemState['queues'][number];
type Upkeep = SystemState['upkeep'][number];

const NameCell = ({ name }: { name: string }) => <TechnicalName name={name}>{workName(name)}</TechnicalName>;

const queueColumns: Column<Queue>[] = [
  { key: 'name', header: 'Fila', cell: NameCell },
  { key: 'waiting', header: 'Esperando', cell: ({ waiting }) => waiting, align: 'end' },
  { key: 'running', header: 'Em execução', cell: ({ running }) => running, align: 'end' },
  { key: 'retrying', header: 'Tentando de novo', cell: ({ retrying }) => retrying, align: 'end' },
  {
    key: 'failed',
    header: 'Falharam',
    cell: ({ failed }) => (failed > 0 ? <Badge tone="bad">{failed}</Badge> : 0),
    align: 'end',
  },
];

export function QueueTable({ queues }: { queues: Queue[] }) {
  const withWork = queues.filter(({ waiting, running, retrying, failed }) => waiting + running + retrying + failed > 0);
  if (withWork.length === 0) {
    return <EmptyState title="Nada esperando" text={`${queues.length} filas, todas em dia.`} headingLevel={3} />;
  }
  return <Table caption="Filas de trabalho" columns={queueColumns} rows={withWork} rowKey={({ name }) => name} />;
}

function UpkeepResult({ name, result }: Pick<Upkeep, 'name' | 'result'>) {
  const failures = describeFailures(result);
  return (
    <>
      {describeResult(name, result)} {failures && <Badge tone="bad">{failures}</Badge>}
    </>
  );
}

const upkeepColumns: Column<Upkeep>[] = [
  { key: 'name', header: 'Trabalho', cell: NameCell },
  { key: 'at', header: 'Última vez', cell: ({ at }) => formatDateTime(at), nowrap: true },
  { key: 'result', header: 'Resultado', cell: UpkeepResult },
];

export function UpkeepTable({ upkeep }: { upkeep: Upkeep[] }) {
  return (
    <Table
      caption="Manutenção automática"
      columns={upkeepColumns}
      rows={upkeep}
      rowKey={({ name }) => name}
      empty={
        <EmptyState
          title="Ainda não rodou"
          text="A primeira manutenção acontece dentro de uma hora."
          headingLevel={3}
        />
      }
    />
  );
}
