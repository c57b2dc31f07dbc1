import type { ReactNode } from 'react';
import type { ChargeCase } from '#contract/money/charges.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { sentWords } from '#web/lib/mail-words.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PaymentCode } from '../payment-code.tsx';
import { orderWords } from '../purchase/order-words.ts';
import { caseWords, differenceOf, expectedOf, figureLabels, isOfAmounts } from './case-words.ts';
import { useChargeRest, useCloseCase, useOrderOfCase } from './cases.queries.ts';

type CaseRowProps = {
  found: ChargeCase;
  onAccept: () => void;
  onReturn: (payment: AdminPayment, amount: number) => void;
};

/** The person, the amounts of school and bank, their difference, and the actions. */
export function CaseRow({ found, onAccept, onReturn }: CaseRowProps) {
  const { kind, order, createdAt, txid, chargedAt } = found;
  const { title, what, tone } = caseWords[kind];
  const name = order ? (order.name ?? 'Aluno removido') : 'Sem pedido';
  return (
    <li>
      <Card aria-label={`${title}: ${name}`}>
        <div className="grid gap-x-6 gap-y-3 lg:grid-cols-[10rem_1fr_auto]">
          <div>
            <Badge tone={tone} icon={null}>
              {title}
            </Badge>
            <time dateTime={createdAt} title={formatDateTime(createdAt)} className="mt-1 block text-ink-soft text-sm">
              <Ago at={createdAt} />
            </time>
          </div>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-strong">
              {name}
              {order && <OrderState status={order.status} />}
            </p>
            <p className="break-all text-ink-soft text-sm">
              {order ? <PaymentCode code={order.paymentCode} /> : txid}
              {order?.offer && `, ${order.offer}`}
            </p>
            <p className="mt-1 text-sm">{what}</p>
            {chargedAt && (
              <p className="text-ink-soft text-sm">
                {sentWords('Cobrança do resto', 'enviada')} em {formatDateTime(chargedAt)}.
              </p>
            )}
          </div>
          <Figures found={found} />
        </div>
        <Actions found={found} name={name} onAccept={onAccept} onReturn={onReturn} />
      </Card>
    </li>
  );
}

function Figures({ found }: { found: ChargeCase }) {
  const difference = differenceOf(found);
  const expected = expectedOf(found);
  const labels = figureLabels(found.kind);
  if (labels === null || difference === null || expected === null) return null;
  return (
    <dl className="grid grid-cols-3 gap-x-4 self-start text-sm tabular-nums [&_dd]:font-strong [&_dt]:text-ink-soft">
      <Figure label={labels.school}>{formatMoney(expected)}</Figure>
      <Figure label={labels.bank}>{formatMoney(found.held ?? 0)}</Figure>
      {found.kind === 'chargeback' && found.disputed !== null ? (
        <Figure label="Contestado">{formatMoney(found.disputed)}</Figure>
      ) : (
        <Figure label="Diferença">{differenceText(found.kind, difference)}</Figure>
      )}
    </dl>
  );
}

/** A dispute whose amount is not known is open until it is decided. */
function differenceText(kind: ChargeCase['kind'], difference: number): string {
  if (kind === 'chargeback') return 'em aberto';
  const sign = difference === 0 ? '' : difference > 0 ? '+ ' : '− ';
  return sign + formatMoney(Math.abs(difference));
}

function OrderState({ status }: { status: keyof typeof orderWords }) {
  const { label, tone } = orderWords[status];
  return (
    <Badge tone={tone} icon={null}>
      Pedido: {label.toLowerCase()}
    </Badge>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}

function Actions({ found, name, onAccept, onReturn }: CaseRowProps & { name: string }) {
  const charge = useChargeRest();
  const close = useCloseCase();
  const order = useOrderOfCase();
  const { id, kind, order: about, held } = found;
  const difference = differenceOf(found) ?? 0;
  const missing = (kind === 'underpaid' || kind === 'wrong_amount') && difference < 0 ? -difference : 0;
  const giveBack = (cents: number, label: string) =>
    about && (
      <Button
        variant="line"
        size="sm"
        aria-label={`${label}: ${name}`}
        busy={order.isPending}
        onClick={() =>
          order.mutate(about.paymentCode, {
            onSuccess: ({ payment }) => onReturn(payment, Math.min(cents, payment.refundRest)),
          })
        }
      >
        {label}
      </Button>
    );
  return (
    <div className="mt-3 flex flex-wrap justify-end gap-2">
      {difference > 0 && isOfAmounts(kind) && giveBack(difference, `Devolver ${formatMoney(difference)}`)}
      {missing > 0 && (
        <Button
          variant="line"
          size="sm"
          aria-label={`Cobrar ${formatMoney(missing)}: ${name}`}
          busy={charge.isPending}
          onClick={() => charge.mutate(id)}
        >
          Cobrar {formatMoney(missing)}
        </Button>
      )}
      {isOfAmounts(kind) && (
        <Button variant="line" size="sm" aria-label={`Aceitar assim: ${name}`} onClick={onAccept}>
          Aceitar assim
        </Button>
      )}
      {missing > 0 && held !== null && held > 0 && giveBack(held, 'Devolver tudo')}
      {kind === 'return_failed' && giveBack(held ?? 0, 'Devolver')}
      {kind === 'partly_returned' && held !== null && held > 0 && giveBack(held, 'Devolver o resto')}
      {!isOfAmounts(kind) && (
        <Button
          variant="line"
          size="sm"
          aria-label={`Resolvido: ${caseWords[kind].title}, ${name}`}
          busy={close.isPending}
          onClick={() => close.mutate(id)}
        >
          Resolvido
        </Button>
      )}
    </div>
  );
}
