import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { UnpaidOrder, UnpaidSummary } from '#contract/money/reminders.ts';
import { formatDateTime, formatMoney, formatNumber, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { school } from '#web/lib/school.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { PaymentCode } from '../payment-code.tsx';
import { unpaidQuery, unpaidSummaryQuery, useChangeReminders } from './unpaid.queries.ts';

const nameOf = ({ student }: UnpaidOrder) => student?.name ?? 'Aluno removido';

const columns: Column<UnpaidOrder>[] = [
  {
    key: 'student',
    header: 'Aluno',
    cell: (order) => (
      <span className="inline-grid gap-0.5">
        <span className="font-strong">{nameOf(order)}</span>
        <span className="break-all text-ink-soft text-sm">{order.student?.email}</span>
      </span>
    ),
  },
  { key: 'code', header: 'Código', cell: ({ paymentCode }) => <PaymentCode code={paymentCode} />, nowrap: true },
  { key: 'offer', header: 'Oferta', cell: ({ offer }) => offer ?? '' },
  { key: 'amount', header: 'Valor', cell: ({ amount }) => formatMoney(amount), align: 'end', nowrap: true },
  {
    key: 'age',
    header: 'Desde',
    cell: ({ createdAt }) => (
      <span title={formatDateTime(createdAt)}>
        <Ago at={createdAt} />
      </span>
    ),
    nowrap: true,
    phone: 'aside',
  },
  { key: 'reminders', header: 'Lembretes', cell: ({ reminders }) => <Reminders reminders={reminders} /> },
];

function Reminders({ reminders: { sent, lastSentAt, stopped } }: { reminders: UnpaidOrder['reminders'] }) {
  return (
    <span className="inline-grid justify-items-start gap-0.5">
      <span>
        {sent === 0
          ? 'Nenhum ainda'
          : school.sendsMail
            ? plural(sent, 'enviado', 'enviados')
            : plural(sent, 'guardado', 'guardados')}
      </span>
      {lastSentAt && <span className="text-ink-soft text-xs">o último em {formatDateTime(lastSentAt)}</span>}
      {stopped && <Badge>{stopped.by === 'student' ? 'Parados pelo aluno' : 'Parados pela escola'}</Badge>}
    </span>
  );
}

/** Orders whose PIX code was made and not paid: how old they are, and what their reminders do. */
export default function UnpaidScreen() {
  const found = useInfiniteQuery(unpaidQuery);
  const summary = useQuery(unpaidSummaryQuery);
  const change = useChangeReminders();
  const orders = found.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page className="md:pt-5">
      <PageHeader
        title="PIX gerado e não pago"
        subtitle="Pedidos que esperam o pagamento, do mais antigo ao mais novo, e os lembretes que receberam"
      />
      {summary.data && <Summary summary={summary.data} />}
      {found.isError && !found.data ? (
        <LoadError of={found} title="Não conseguimos carregar os pedidos" />
      ) : (
        <Card flush>
          <Table
            caption="Pedidos não pagos"
            columns={columns}
            rows={orders}
            rowKey={({ id }) => String(id)}
            loading={found.isPending}
            rowActions={(order) => {
              const isStopped = order.reminders.stopped !== null;
              return (
                <Button
                  size="sm"
                  variant="line"
                  disabled={change.isPending}
                  aria-label={`${isStopped ? 'Retomar' : 'Parar'} lembretes de ${nameOf(order)}`}
                  onClick={() => change.mutate({ id: order.id, stopped: !isStopped })}
                >
                  {isStopped ? 'Retomar lembretes' : 'Parar lembretes'}
                </Button>
              );
            }}
            empty={<EmptyState title="Nenhum PIX em aberto" text="Todo pedido foi pago ou cancelado." />}
          />
        </Card>
      )}
      <ShowMore pages={found} place="below" />
    </Page>
  );
}

function Summary({ summary: { count, amount, reminded } }: { summary: UnpaidSummary }) {
  const mayChange = isAdmin(useUser());
  return (
    <Card className="mb-5">
      <dl className="grid gap-4 md:grid-cols-3">
        <Figure label="Em aberto" value={formatNumber(count)} note={`${formatMoney(amount)} ao todo`} />
        <Figure
          label="Lembrados em 30 dias"
          value={formatNumber(reminded.orders)}
          note={plural(reminded.orders, 'pedido recebeu um e-mail', 'pedidos receberam um e-mail')}
        />
        <Figure
          label="Pagos depois do lembrete"
          value={formatNumber(reminded.paid)}
          note={`${formatMoney(reminded.paidAmount)} nos mesmos 30 dias`}
        />
      </dl>
      {mayChange && (
        <p className="mt-4 text-ink-soft text-sm">
          Quando os lembretes saem:{' '}
          <Link href={`${paths.adminSettings}#sales`} className="link">
            Configurações → Vendas
          </Link>
        </p>
      )}
    </Card>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd>
        <span className="block font-strong text-3xl tabular-nums leading-tight">{value}</span>
        <span className="text-ink-soft text-sm">{note}</span>
      </dd>
    </div>
  );
}
