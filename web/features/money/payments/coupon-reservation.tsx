import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getAnswerDeadline, PublicPayment } from '#contract/money/payments.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useServerNow } from '#web/lib/server-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { reservationQuery } from './payments.queries.ts';

type CouponReservationProps = {
  payment: Pick<PublicPayment, 'paymentCode' | 'amount'>;
  /** Reads the order again: it costs the day's price now. */
  onLapsed: () => void;
  /** The code to pay with. */
  children: ReactNode;
};

/**
 * Shows how long the coupon of an order is reserved. When the time is over, the code of the old amount is hidden until
 * the order was refetched, so that it cannot be copied.
 */
export function CouponReservation({ payment, onLapsed, children }: CouponReservationProps) {
  const { data } = useQuery(reservationQuery(payment));
  if (!data || (data.coupon.reservedUntil === null && data.coupon.lapsedAt === null)) return children;
  return (
    <Reserved state={data} amount={payment.amount} onLapsed={onLapsed}>
      {children}
    </Reserved>
  );
}

type ReservedProps = Pick<CouponReservationProps, 'onLapsed' | 'children'> & {
  state: ResponseOf<typeof getAnswerDeadline>;
  amount: number;
};

function Reserved({ state, amount, onLapsed, children }: ReservedProps) {
  const now = useServerNow(state.serverTime);
  const { reservedUntil, lapsedAt } = state.coupon;
  const isOver = state.amount !== amount || (reservedUntil !== null && Date.parse(reservedUntil) <= now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback does not decide when
  useEffect(() => {
    if (isOver) onLapsed();
  }, [isOver]);
  if (isOver) {
    return (
      <Notice
        tone="sun"
        role="status"
        title="O prazo do cupom terminou"
        action={
          <Button variant="line" size="sm" onClick={onLapsed}>
            Atualizar o valor
          </Button>
        }
      >
        Não use o código anterior: agora vale o preço do dia.
      </Notice>
    );
  }
  return (
    <>
      {reservedUntil !== null && (
        <Notice tone="sun">
          Seu cupom está reservado até {formatDateTime(reservedUntil)}. Depois vale o preço do dia.
        </Notice>
      )}
      {reservedUntil === null && lapsedAt !== null && (
        <Notice tone="sun" title="O valor mudou: a reserva do cupom terminou">
          Ela valeu até {formatDateTime(lapsedAt)}. Se o cupom ainda tiver usos, digite-o de novo. Já pagou o valor
          anterior? Envie o comprovante: a escola confere.
        </Notice>
      )}
      {children}
    </>
  );
}
