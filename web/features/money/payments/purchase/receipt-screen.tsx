import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { Link, useParams } from 'wouter';
import type { Order } from '#contract/money/orders.ts';
import { textOf } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatLongDate, formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { school } from '#web/lib/school.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { PaymentCode } from '../payment-code.tsx';
import { methodWords } from './order-words.ts';
import { myOrdersQuery } from './purchase.queries.ts';
import './receipt.css';

/** One page of paper: who sold what to whom, for how much, when. */
export default function ReceiptScreen() {
  const { id } = useParams<{ id: string }>();
  const orders = useQuery(myOrdersQuery);
  const order = orders.data?.find((one) => one.id === Number(id));
  if (orders.isPending) return <PageSpinner />;
  return (
    <Page width="form">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link href={paths.myPurchase} className="link inline-flex min-h-11 items-center">
          Voltar para Minha compra
        </Link>
        {order?.approvedAt && (
          <Button onClick={() => window.print()}>
            <Printer /> Imprimir ou salvar em PDF
          </Button>
        )}
      </div>
      {order?.approvedAt ? (
        <Receipt order={order} paidAt={order.approvedAt} />
      ) : (
        <ErrorState
          headingLevel={1}
          title={orders.isError ? 'Não conseguimos carregar o recibo' : 'Este recibo não existe'}
          text={orders.isError ? textOf(orders.error) : 'O recibo aparece quando o pagamento é aprovado.'}
          {...(orders.isError ? { onRetry: () => orders.refetch() } : {})}
        />
      )}
    </Page>
  );
}

function Receipt({ order, paidAt }: { order: Order; paidAt: string }) {
  const { firstName, lastName } = useUser();
  const { refund } = order;
  return (
    <article className="receipt grid gap-6 rounded-card border border-line bg-surface p-6 md:p-8 print:border-0 print:p-0">
      <header className="border-ink border-b-2 pb-4">
        <p className="font-strong text-lg">{school.name}</p>
        {school.companyId && <p className="text-ink-soft text-sm">CNPJ {school.companyId}</p>}
        <p className="text-ink-soft text-sm">{school.supportEmail}</p>
      </header>
      <div>
        <h1 className="text-2xl">Recibo de pagamento</h1>
        <p className="mt-2">
          Recebemos de{' '}
          <b>
            {firstName} {lastName}
          </b>{' '}
          o valor de <b>{formatMoney(order.amount)}</b>.
        </p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 tabular-nums [&_dt]:text-ink-soft">
        <dt>Referente a</dt>
        <dd>{order.offer.name}</dd>
        <dt>Forma de pagamento</dt>
        <dd>{methodWords[order.method]}</dd>
        <dt>Confirmado em</dt>
        <dd>{formatLongDate(paidAt)}</dd>
        <dt>Código</dt>
        <dd>
          <PaymentCode code={order.paymentCode} />
        </dd>
        {refund?.paidOn && (
          <>
            <dt>Devolvido</dt>
            <dd>
              {formatMoney(refund.amount ?? order.amount)} em {formatDay(refund.paidOn)}
            </dd>
          </>
        )}
      </dl>
      <p className="text-ink-soft text-sm">Este recibo não substitui a nota fiscal.</p>
    </article>
  );
}
