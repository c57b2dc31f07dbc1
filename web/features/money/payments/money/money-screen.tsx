import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'wouter';
import { exportMoney, type Money } from '#contract/money/money.ts';
import { ProvenDownload } from '#web/features/platform/users/proven-download.tsx';
import { addressOf } from '#web/lib/api.ts';
import { dayOf, formatDay } from '#web/lib/calendar-day.ts';
import { formatMoney, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressChoices } from '#web/lib/use-address.ts';
import { Card } from '#web/ui/card.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { methodWords } from '../purchase/order-words.ts';
import { DayBars } from './day-bars.tsx';
import { moneyQuery } from './money.queries.ts';
import { type Period, periodOf, rangeOfPeriod } from './periods.ts';

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Money received and returned in a period, for bookkeeping. */
export default function MoneyScreen() {
  const today = dayOf(useNow());
  const [typed, change] = useAddressChoices({ from: 'de', to: 'ate' });
  const month = rangeOfPeriod('month', today);
  const range = { from: isDay(typed.from) ? typed.from : month.from, to: isDay(typed.to) ? typed.to : month.to };
  const found = useQuery(moneyQuery(range));
  const money = found.data;
  return (
    <Page className="md:pt-5">
      <PageHeader
        title="Financeiro"
        subtitle={`De ${formatDay(range.from)} a ${formatDay(range.to)}: o recebido, pelo dia da aprovação; o devolvido, pelo dia da devolução.`}
        actions={
          <ProvenDownload href={addressOf(exportMoney, { query: range })}>
            <Download /> CSV para o contador
          </ProvenDownload>
        }
      />
      <div className="mb-4 flex flex-wrap items-end gap-3 md:mb-6">
        <Chips<Period>
          label="Período"
          value={periodOf(range, today)}
          onValueChange={(period) => period !== 'own' && change(rangeOfPeriod(period, today))}
          chips={[
            { value: 'month', label: 'Este mês' },
            { value: 'last', label: 'Mês passado' },
            { value: 'year', label: 'Este ano' },
          ]}
        />
        <Field label="De">
          <Input
            type="date"
            value={range.from}
            max={range.to}
            onChange={({ target }) => change({ from: target.value })}
          />
        </Field>
        <Field label="Até">
          <Input
            type="date"
            value={range.to}
            min={range.from}
            onChange={({ target }) => change({ to: target.value })}
          />
        </Field>
      </div>
      {found.isPending && <Loading />}
      {found.isError && <LoadError of={found} title="Não conseguimos somar este período" />}
      {money && !found.isError && <Sums money={money} />}
    </Page>
  );
}

function Loading() {
  return <SkeletonGroup className="grid gap-4 md:gap-6" blocks={['h-28 rounded-card', 'h-60 rounded-card']} />;
}

function Sums({ money }: { money: Money }) {
  const { total, days } = money;
  const list = `${paths.adminPayments}?aba=approved&de=${money.from}&ate=${money.to}`;
  if (days.length === 0) {
    return (
      <Card>
        <EmptyState title="Nada entrou nem saiu nestes dias" text="Escolha outro período acima." />
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <div className="stat-grid">
        <Stat
          label="Recebido"
          value={<Amount cents={total.received} />}
          note={
            <Link href={list} className="link tappable">
              {plural(total.orders, 'pedido pago', 'pedidos pagos')}
            </Link>
          }
        />
        <Stat label="Devolvido" value={<Amount cents={total.refunded} />} />
        <Stat
          label="Taxas do provedor"
          value={total.fees === null ? '—' : <Amount cents={total.fees} />}
          note={total.fees === null ? 'Ninguém informou taxas neste período.' : 'Só as que o provedor informa.'}
        />
        <Stat
          label="Fica com a escola"
          value={<Amount cents={total.received - total.refunded - (total.fees ?? 0)} />}
          note={total.fees === null ? 'Sem descontar taxas.' : 'Recebido menos devolvido e taxas.'}
        />
      </div>
      <Card title="Por dia">
        <DayBars money={money} />
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-2">
        <Card title="Por forma de pagamento" flush>
          <Table
            caption="Por forma de pagamento"
            columns={columns<Money['methods'][number]>('Forma', ({ method }) =>
              method === 'pix_confirmed' ? 'PIX confirmado' : methodWords[method],
            )}
            rows={money.methods}
            rowKey={({ method }) => method}
          />
        </Card>
        <Card title="Por oferta" flush>
          <Table
            caption="Por oferta"
            columns={columns<Money['offers'][number]>('Oferta', ({ offer }) => offer.name)}
            rows={money.offers}
            rowKey={({ offer }) => String(offer.id)}
          />
        </Card>
      </div>
      <Card title="Dia a dia" flush>
        <Table
          caption="Dia a dia"
          columns={columns<Money['days'][number]>('Dia', ({ day }) => formatDay(day))}
          rows={days}
          rowKey={({ day }) => day}
        />
      </Card>
    </div>
  );
}

/** On one line, also on a phone where two are side by side. */
const Amount = ({ cents }: { cents: number }) => (
  <span className="whitespace-nowrap text-xl md:text-3xl">{formatMoney(cents)}</span>
);

type Summed = Money['total'];

const columns = <Row extends Summed>(header: string, name: (row: Row) => string): Column<Row>[] => [
  { key: 'name', header, cell: name, phone: 'title' },
  { key: 'orders', header: 'Pedidos', cell: ({ orders }) => orders, align: 'end' },
  {
    key: 'received',
    header: 'Recebido',
    cell: ({ received }) => (received > 0 ? formatMoney(received) : '—'),
    align: 'end',
    nowrap: true,
    phone: 'aside',
  },
  {
    key: 'refunded',
    header: 'Devolvido',
    cell: ({ refunded }) => (refunded > 0 ? formatMoney(refunded) : '—'),
    align: 'end',
    nowrap: true,
  },
  {
    key: 'fees',
    header: 'Taxas',
    cell: ({ fees }) => (fees === null ? '—' : formatMoney(fees)),
    align: 'end',
    nowrap: true,
  },
];
