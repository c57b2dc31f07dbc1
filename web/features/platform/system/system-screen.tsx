import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { SystemState } from '#contract/platform/admin-system.ts';
import { HOUR_MS } from '#contract/time.ts';
import { formatDateTime, formatRelative, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { FailedMails } from './failed-mails.tsx';
import { HiddenPromises } from './hidden-promises.tsx';
import MissingPromises from './missing-promises.tsx';
import { PausedMail } from './paused-mail.tsx';
import { SampleCard } from './sample-card.tsx';
import { SchoolExportCard } from './school-export-card.tsx';
import { StoredMail } from './stored-mail.tsx';
import { failedMailsQuery, refreshSystem, systemStateQuery } from './system.queries.ts';
import { describeWithdrawal, formatBytes } from './system-words.ts';
import { VisitFiguresCard } from './visit-figures-card.tsx';
import { QueueTable, UpkeepTable } from './work-tables.tsx';

const BACKUP_TOO_OLD_MS = 26 * HOUR_MS;

export default function SystemScreen() {
  const state = useQuery(systemStateQuery);
  const mails = useQuery(failedMailsQuery);
  const busy = state.isFetching || mails.isFetching;
  return (
    <Page>
      <PageHeader
        title="Sistema"
        subtitle="O que a plataforma faz sozinha, e o que espera por você"
        actions={
          <Button variant="line" busy={busy} busyLabel="Atualizando..." onClick={() => refreshSystem()}>
            <RefreshCw /> Atualizar
          </Button>
        }
      />
      <div className="grid gap-6">
        {state.isPending && <SkeletonGroup blocks={['h-28 w-full']} />}
        {state.isError && <LoadError of={state} title="Não conseguimos ler o estado do sistema" />}
        {state.data && <Overview state={state.data} />}
        {state.data && <ScoreWithdrawal upkeep={state.data.upkeep} />}
        <MissingPromises />
        <HiddenPromises />
        <SampleCard />
        <SchoolExportCard />
        <FailedMails mails={mails} />
        {state.data && (
          <>
            <Card title="Avisos nos aparelhos">
              <PushCounts push={state.data.push} />
            </Card>
            <VisitFiguresCard />
            <Card title="Filas de trabalho" flush>
              <QueueTable queues={state.data.queues} />
            </Card>
            <Card title="Manutenção automática" flush>
              <UpkeepTable upkeep={state.data.upkeep} />
            </Card>
          </>
        )}
      </div>
    </Page>
  );
}

function ScoreWithdrawal({ upkeep }: Pick<SystemState, 'upkeep'>) {
  const text = describeWithdrawal(upkeep);
  if (!text) return null;
  return (
    <Notice tone="bad" title="A nota estimada está escondida dos alunos">
      {text}
    </Notice>
  );
}

function Overview({ state }: { state: SystemState }) {
  const { database, storage, lastBackup, pool } = state;
  const measured = storage.measured;
  const now = useNow();
  return (
    <>
      <BackupNotice lastBackup={lastBackup} />
      {state.heldMail && <PausedMail held={state.heldMail} />}
      {state.storedMail && <StoredMail stored={state.storedMail} />}
      <WorkersNotice workers={state.workers} />
      <ClockNotice seconds={state.clockSkewSeconds} />
      <ReplicaNotice replica={state.replica} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
        <Stat
          label="Versão"
          value={state.version}
          note={`no ar desde ${formatDateTime(state.startedAt)}, Node ${state.node.replace('v', '')}${processesOf(state.workers)}`}
        />
        <Stat
          label="Banco de dados"
          value={formatBytes(database.bytes)}
          note={`PostgreSQL ${database.version.split(' ')[0]}, ${plural(database.migrations, 'migração', 'migrações')}${replicaOf(state.replica)}, conexões: ${pool.busy} em uso, ${pool.waiting} na fila`}
        />
        <Stat
          label={storage.kind === 's3' ? 'Arquivos (S3)' : 'Arquivos (disco)'}
          value={measured ? formatBytes(measured.bytes) : '—'}
          note={
            measured
              ? `${plural(measured.files, 'arquivo', 'arquivos')}, medido ${formatRelative(measured.at, now)}`
              : 'medidos uma vez por dia, às 3h40'
          }
        />
        <Stat
          label="Último backup"
          value={lastBackup ? formatRelative(lastBackup.at, now) : '—'}
          note={
            lastBackup
              ? `${formatBytes(lastBackup.bytes)}, ${plural(lastBackup.rows, 'linha', 'linhas')}, ${plural(lastBackup.files, 'arquivo', 'arquivos')}`
              : 'nenhum registrado'
          }
        />
      </div>
    </>
  );
}

const PushCounts = ({ push: { devices, sent, failed, removed } }: Pick<SystemState, 'push'>) => (
  <p>
    {plural(devices, 'aparelho recebe', 'aparelhos recebem')} avisos. Nos últimos 7 dias:{' '}
    {plural(sent, 'enviado', 'enviados')}, {plural(failed, 'não entregue', 'não entregues')},{' '}
    {plural(removed, 'aparelho removido', 'aparelhos removidos')} porque nada chega mais lá.
  </p>
);

const processesOf = (workers: SystemState['workers']) =>
  workers ? `, ${workers.running.length} de ${plural(workers.wanted, 'processo', 'processos')}` : '';

/** As the server has it: from here on no attempt is closed. */
const CLOCKS_DISAGREE_SECONDS = 5;

function ClockNotice({ seconds }: { seconds: number }) {
  if (Math.abs(seconds) <= CLOCKS_DISAGREE_SECONDS) return null;
  return (
    <Notice tone="sun" title="Os relógios não batem">
      O relógio desta máquina está {plural(Math.round(Math.abs(seconds)), 'segundo', 'segundos')}{' '}
      {seconds > 0 ? 'adiantado' : 'atrasado'} em relação ao do banco de dados. Enquanto isso nenhum simulado é
      encerrado pelo servidor. Acerte os dois (NTP).
    </Notice>
  );
}

const replicaOf = (replica: SystemState['replica']) =>
  replica?.state === 'ready'
    ? `, réplica com ${plural(Math.round(replica.lagSeconds ?? 0), 'segundo', 'segundos')} de atraso`
    : '';

function ReplicaNotice({ replica }: Pick<SystemState, 'replica'>) {
  if (!replica || replica.state === 'ready') return null;
  return (
    <Notice tone="sun" title={replica.state === 'away' ? 'A réplica não responde' : 'A réplica está atrasada'}>
      Relatórios, estatísticas, buscas e exportações são lidos do banco de dados principal até ela{' '}
      {replica.state === 'away' ? 'voltar' : 'alcançá-lo'}.
    </Notice>
  );
}

function WorkersNotice({ workers }: Pick<SystemState, 'workers'>) {
  if (workers?.roll?.state !== 'failed') return null;
  return (
    <Notice tone="sun" title="A versão nova não iniciou">
      A troca de {formatDateTime(workers.roll.at)} parou depois de três tentativas; a versão{' '}
      {[...new Set(workers.running.map(({ version }) => version))].join(' e ')} continua no ar. O motivo está no
      registro do servidor.
    </Notice>
  );
}

function BackupNotice({ lastBackup }: Pick<SystemState, 'lastBackup'>) {
  const now = useNow().getTime();
  if (lastBackup && now - Date.parse(lastBackup.at) < BACKUP_TOO_OLD_MS) return null;
  return (
    <Notice tone="sun" title={lastBackup ? 'O último backup tem mais de um dia' : 'Nenhum backup registrado'}>
      Agende <code className="font-mono">npm run backup</code> uma vez por dia. Se o backup é feito direto no
      PostgreSQL, ele não aparece aqui.
    </Notice>
  );
}
