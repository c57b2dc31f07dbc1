import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { MyAccess } from '#contract/money/access.ts';
import type { Order } from '#contract/money/orders.ts';
import { DAY_MS } from '#contract/time.ts';
import { LazyPushOffer } from '#web/features/platform/push/lazy-push-offer.tsx';
import { dayOf, formatDay, formatLongDay } from '#web/lib/calendar-day.ts';
import { formatDateTime, formatMoney, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { HelpLinks } from '#web/ui/help-links.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { PaymentCode } from '../payment-code.tsx';
import { OrderHistory } from './order-history.tsx';
import { coursesText, methodWords, orderWords, ruleText } from './order-words.ts';
import { PaySection } from './pay-section.tsx';
import { myAccessQuery, myOrdersQuery } from './purchase.queries.ts';
import { RefundSection } from './refund-section.tsx';
import { RenewCard } from './renew-card.tsx';

/** What was bought, until when it is valid, and refunds. */
export default function MyPurchaseScreen() {
  const user = useUser();
  const orders = useQuery(myOrdersQuery);
  const access = useQuery(myAccessQuery);
  const now = useNow();
  const [latest, ...earlier] = orders.data ?? [];
  return (
    <Page width="form">
      <PageHeader title="Minha compra" subtitle="O que você comprou, até quando vale e como desistir" />
      <div className="grid gap-5">
        {access.data && <AccessCard access={access.data} />}
        {orders.isPending && <SkeletonGroup blocks={['h-80 w-full']} />}
        {orders.isError && !orders.data && <LoadError of={orders} title="Não conseguimos carregar sua compra" />}
        {orders.data && !latest && (
          <Card>
            <EmptyState title="Nenhuma compra por aqui" text="Seu acesso foi liberado pela escola, sem cobrança." />
          </Card>
        )}
        {access.data && isRenewable(access.data, orders.data, now) && <RenewCard of={sellable(access.data, now)} />}
        {latest && <OrderCard order={latest} title={latest.offer.name} />}
        {latest?.status === 'analyzing' && <LazyPushOffer after="payment" />}
        {earlier.length > 0 && (
          <section className="grid gap-3">
            <h2 className="text-md">Compras anteriores</h2>
            {earlier.map((order) => (
              <OrderCard key={order.id} order={order} title={order.offer.name} />
            ))}
          </section>
        )}
        <HelpLinks about={{ code: latest?.paymentCode, username: user.username }} />
      </div>
    </Page>
  );
}

const SOON_DAYS = 60;

/** Whether to offer a renewal: access has ended, ends soon or covers only some courses or a number of corrections, and no order is open. */
function isRenewable(access: MyAccess, orders: Order[] | undefined, now: Date): boolean {
  if (!orders || orders.some(({ status }) => isOpen.has(status))) return false;
  return !isInForce(access, now) || access.courses !== null || typeof access.correctionsLeft === 'number';
}

function sellable(access: MyAccess, now: Date) {
  if (!isInForce(access, now)) return 'access';
  return access.courses === null ? 'corrections' : 'courses';
}

/** In force, and for long enough. */
function isInForce({ active, endsOn }: MyAccess, now: Date): boolean {
  const soon = dayOf(new Date(now.getTime() + SOON_DAYS * DAY_MS));
  return active && (endsOn === null || endsOn > soon);
}

const isOpen = new Set<Order['status']>(['pending', 'analyzing', 'rejected']);

function AccessCard({ access: { active, endsOn, rule, exam, courses, correctionsLeft } }: { access: MyAccess }) {
  const why = ruleText(rule, exam);
  if (!active) {
    return (
      <Notice tone="sun" title={endsOn ? `Seu acesso terminou em ${formatDay(endsOn)}` : 'Você está sem acesso'}>
        Seu histórico, suas anotações e seus certificados continuam aqui. Renove para voltar às aulas e aos simulados.
      </Notice>
    );
  }
  return (
    <Card title="Seu acesso">
      <p className="font-strong text-lg">{endsOn ? `Até ${formatLongDay(endsOn)}` : 'Sem data para terminar'}</p>
      {why && <p className="mt-1 text-ink-soft text-sm">{why}</p>}
      {courses && <p className="mt-1 text-ink-soft text-sm">{coursesText(courses)}</p>}
      {typeof correctionsLeft === 'number' && (
        <p className="mt-1 text-sm">
          {plural(correctionsLeft, 'correção de redação', 'correções de redação')} para usar
        </p>
      )}
    </Card>
  );
}

const hasReceipt = ({ status, amount }: Order) =>
  amount > 0 && (status === 'approved' || status === 'refund_requested' || status === 'refunded');

function OrderCard({ order, title }: { order: Order; title: string }) {
  const { label, tone } = orderWords[order.status];
  return (
    <Card title={title} aside={<Badge tone={tone}>{label}</Badge>}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 tabular-nums [&_dd]:text-right [&_dt]:text-ink-soft">
        <dt>Valor</dt>
        <dd className="font-strong">
          {order.fullAmount > order.amount && (
            <s className="mr-2 font-normal text-ink-soft">{formatMoney(order.fullAmount)}</s>
          )}
          {formatMoney(order.amount)}
        </dd>
        <dt>Forma</dt>
        <dd>{methodWords[order.method]}</dd>
        <dt>Data</dt>
        <dd>{formatDateTime(order.approvedAt ?? order.createdAt)}</dd>
        <dt>Código</dt>
        <dd>
          <PaymentCode code={order.paymentCode} className="justify-end" />
        </dd>
        {order.access && (
          <>
            <dt>Acesso até</dt>
            <dd>{order.access.endsOn ? formatDay(order.access.endsOn) : 'sem data para terminar'}</dd>
            {order.access.courses && (
              <>
                <dt>Cursos</dt>
                <dd>{order.access.courses.map(({ title }) => title).join(', ') || 'retirados pela escola'}</dd>
              </>
            )}
          </>
        )}
      </dl>
      {order.status === 'rejected' && order.rejectionReason && (
        <Notice tone="bad" title="Motivo da recusa" className="mt-4">
          {order.rejectionReason}
        </Notice>
      )}
      <OrderHistory order={order} />
      <div className="mt-5 grid gap-5 border-line border-t pt-5 empty:hidden">
        {order.pixCode && <PaySection order={order} pixCode={order.pixCode} />}
        <RefundSection order={order} />
        {hasReceipt(order) && (
          <ButtonLink href={paths.receipt(order.id)} variant="line" className="justify-self-start">
            <Printer /> Recibo
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
