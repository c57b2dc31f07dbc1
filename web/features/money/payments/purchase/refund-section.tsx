import { useState } from 'react';
import { PIX_KEY_MAX, REFUND_DAYS, REFUND_WORKING_DAYS } from '#contract/limits.ts';
import type { RefundPart } from '#contract/money/amounts.ts';
import type { Order } from '#contract/money/orders.ts';
import { fieldsOf } from '#web/lib/api.ts';
import { formatDay, formatNearDay } from '#web/lib/calendar-day.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { guaranteeOf } from './guarantee.ts';
import { useRequestRefund, useWithdrawRefund } from './purchase.queries.ts';
import { RefundClock } from './refund-clock.tsx';

/** The state of a refund, or until when one may be requested. */
export function RefundSection({ order }: { order: Order }) {
  const isInParts = order.refundParts.length > 1 || (order.refundParts.length === 1 && order.status !== 'refunded');
  return (
    <>
      {isInParts && <Parts parts={order.refundParts} />}
      <RefundState order={order} />
    </>
  );
}

/** Every time money went back. */
function Parts({ parts }: { parts: RefundPart[] }) {
  return (
    <section aria-label="Valores devolvidos" className="mb-4 rounded-control border border-line p-4 text-sm">
      <h3 className="mb-2 text-base">
        Já devolvemos {formatMoney(parts.reduce((sum, { amount }) => sum + amount, 0))}
      </h3>
      <ul className="grid gap-1">
        {parts.map(({ amount, paidOn, endToEndId }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added, two may be equal
          <li key={at} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {formatDay(paidOn)}
              {endToEndId && <span className="block break-all text-ink-soft text-xs">{endToEndId}</span>}
            </span>
            <span className="tabular-nums">{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RefundState({ order }: { order: Order }) {
  if (order.status === 'refunded') return <Done order={order} />;
  if (order.refund?.sentAt) return <OnItsWay sentAt={order.refund.sentAt} />;
  if (order.status === 'refund_requested') return <Asked order={order} />;
  if (order.approvedAt === null || order.amount === 0) return null;
  return order.refundableUntil ? <Guarantee order={order} approvedAt={order.approvedAt} /> : <Over />;
}

function Done({ order: { refund, amount } }: { order: Order }) {
  return (
    <Notice tone="ok" title={`Devolvemos ${formatMoney(refund?.amount ?? amount)}`}>
      {refund?.paidOn ? `Em ${formatDay(refund.paidOn)}. ` : ''}
      {refund?.endToEndId && (
        <>
          Identificação no banco: <b className="break-all">{refund.endToEndId}</b>.
        </>
      )}
      {refund?.fileUrl && (
        <a href={refund.fileUrl} target="_blank" rel="noopener noreferrer" className="link block w-fit py-2.5">
          Ver o comprovante da devolução
        </a>
      )}
    </Notice>
  );
}

function OnItsWay({ sentAt }: { sentAt: string }) {
  return (
    <Notice tone="info" title="Sua devolução está a caminho">
      Pedida ao banco em {formatDateTime(sentAt)}. Avisamos assim que ele confirmar; o acesso desta compra termina nesse
      momento.
    </Notice>
  );
}

function Asked({ order }: { order: Order }) {
  const withdraw = useWithdrawRefund();
  const { refund } = order;
  return (
    <Notice
      tone="info"
      title={`Reembolso de ${formatMoney(order.amount)} pedido`}
      action={
        <Button
          variant="line"
          busy={withdraw.isPending}
          busyLabel="Retirando..."
          onClick={() => withdraw.mutate(order.id)}
        >
          Retirar o pedido
        </Button>
      }
    >
      {refund?.requestedAt && `Pedido em ${formatDateTime(refund.requestedAt)}. `}
      {refund?.dueOn && (
        <>
          O valor volta até <b>{formatNearDay(refund.dueOn)}</b>.{' '}
        </>
      )}
      Até lá seu acesso continua, e você pode voltar atrás.
    </Notice>
  );
}

function Over() {
  return (
    <p className="text-ink-soft text-sm">
      O prazo de {REFUND_DAYS} dias para desistir da compra terminou. Se algo deu errado, fale com a gente.
    </p>
  );
}

function Guarantee({ order, approvedAt }: { order: Order; approvedAt: string }) {
  const [asking, setAsking] = useState(false);
  const ask = useRequestRefund();
  const [pixKey, setPixKey] = useState('');
  const [keyError, setKeyError] = useState<string>();
  const now = useNow();
  const { number, lastDay } = guaranteeOf(approvedAt, now);
  return (
    <div className="grid gap-3">
      <h3 className="text-base">
        {number === 0 ? 'Você tem 7 dias para desistir da compra' : `Dia ${number} de 7 para desistir da compra`}
      </h3>
      <RefundClock approvedAt={approvedAt} now={now} />
      <p className="text-ink-soft text-sm">
        O prazo termina {formatNearDay(lastDay)}, às 23h59. Até lá o valor volta inteiro, e você não precisa dizer o
        motivo.
      </p>
      <Button variant="line" className="justify-self-start" onClick={() => setAsking(true)}>
        Pedir reembolso
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Pedir ${formatMoney(order.amount)} de volta?`}
        text={
          <ul className="grid list-disc gap-2 pl-5">
            <li>O valor volta inteiro, em até {REFUND_WORKING_DAYS} dias úteis. Não perguntamos o motivo.</li>
            <li>Seu acesso continua até o valor ser devolvido. Depois, aulas, questões e simulados se fecham.</li>
            <li>Seu histórico, suas anotações e seus certificados continuam com você.</li>
            <li>Até a devolução, você pode retirar o pedido aqui mesmo.</li>
          </ul>
        }
        confirmLabel="Pedir reembolso"
        cancelLabel="Continuar estudando"
        busy={ask.isPending}
        busyLabel="Pedindo..."
        onConfirm={() =>
          ask.mutate(
            { id: order.id, pixKey },
            {
              onSuccess: () => setAsking(false),
              onError: (error) => {
                const wrong = fieldsOf(error).pixKey;
                setKeyError(wrong);
                if (!wrong) setAsking(false);
              },
            },
          )
        }
      >
        <Field
          label="Chave PIX para receber"
          optional
          help="Sem ela, devolvemos para a conta que pagou."
          error={keyError}
        >
          <Input
            maxLength={PIX_KEY_MAX}
            autoComplete="off"
            spellCheck={false}
            value={pixKey}
            onChange={({ target }) => setPixKey(target.value)}
          />
        </Field>
      </AlertDialog>
    </div>
  );
}
