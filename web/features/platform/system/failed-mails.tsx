import type { UseQueryResult } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { FailedMail } from '#contract/platform/admin-system.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { school } from '#web/lib/school.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { TechnicalName } from '#web/ui/technical-name.tsx';
import { useRetryAllMails, useRetryMail } from './system.queries.ts';
import { mailName } from './work-words.ts';

const columns: Column<FailedMail>[] = [
  { key: 'kind', header: 'E-mail', cell: ({ kind }) => <TechnicalName name={kind}>{mailName(kind)}</TechnicalName> },
  { key: 'createdAt', header: 'Pedido em', cell: ({ createdAt }) => formatDateTime(createdAt), nowrap: true },
  {
    key: 'state',
    header: 'Situação',
    cell: ({ state, tries, nextTryAt }) =>
      state === 'failed' ? (
        <Badge tone="bad">Desistiu depois de {tries + 1} tentativas</Badge>
      ) : (
        <Badge tone="sun">{nextTryAt ? `Tenta de novo em ${formatDateTime(nextTryAt)}` : 'Tenta de novo'}</Badge>
      ),
    phone: 'plain',
  },
  {
    key: 'error',
    header: 'Motivo',
    cell: ({ error }) => <span className="break-words font-mono text-sm">{error || 'sem resposta'}</span>,
    phone: 'plain',
  },
];

export function FailedMails({ mails }: { mails: UseQueryResult<FailedMail[]> }) {
  const retryAll = useRetryAllMails();
  const count = mails.data?.length ?? 0;
  return (
    <Card
      title="E-mails que não saíram"
      flush
      aside={
        count > 1 && (
          <Button
            variant="line"
            size="sm"
            busy={retryAll.isPending}
            busyLabel="Reenviando..."
            onClick={() => retryAll.mutate()}
          >
            Reenviar todos
          </Button>
        )
      }
    >
      {mails.isError ? (
        <LoadError of={mails} title="Não conseguimos carregar os e-mails" headingLevel={3} />
      ) : (
        <Table
          caption="E-mails que não saíram"
          columns={columns}
          rows={mails.data ?? []}
          rowKey={({ id }) => id}
          loading={mails.isPending}
          rowActions={(mail) => <RetryButton mail={mail} />}
          empty={
            <EmptyState
              title="Nenhum e-mail parado"
              text={
                school.sendsMail
                  ? 'Tudo o que foi pedido saiu.'
                  : 'Nada sai: sem servidor de e-mail, as cartas ficam guardadas.'
              }
              headingLevel={3}
            />
          }
        />
      )}
    </Card>
  );
}

function RetryButton({ mail }: { mail: FailedMail }) {
  const retry = useRetryMail();
  return (
    <Button
      size="sm"
      variant="line"
      aria-label={`Reenviar ${mailName(mail.kind)} de ${formatDateTime(mail.createdAt)}`}
      busy={retry.isPending}
      busyLabel="Reenviando..."
      onClick={() => retry.mutate(mail.id)}
    >
      <Send /> Reenviar
    </Button>
  );
}
