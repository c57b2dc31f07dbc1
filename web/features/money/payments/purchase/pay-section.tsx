import { useState } from 'react';
import type { Order } from '#contract/money/orders.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCharge } from '../charge.queries.ts';
import { CouponField } from '../coupon-field.tsx';
import { CouponReservation } from '../coupon-reservation.tsx';
import { FoldedProof } from '../folded-proof.tsx';
import { OtherWays } from '../other-ways.tsx';
import { useApplyCoupon } from '../payments.queries.ts';
import { PixCard } from '../pix-card.tsx';
import { ProofUpload } from '../proof-upload.tsx';
import { refreshPurchase, useCancelOrder } from './purchase.queries.ts';

/** An order that is not paid: the code, the proof, a coupon, and the way out of it. */
export function PaySection({ order, pixCode }: { order: Order; pixCode: string }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelOrder();
  const apply = useApplyCoupon();
  const charge = useCharge(order, refreshPurchase);
  const hasCoupon = order.fullAmount > order.amount;
  return (
    <div className="grid gap-5">
      <CouponReservation payment={order} onLapsed={refreshPurchase}>
        <PixCard amount={order.amount} pixCode={charge?.pixCode ?? pixCode} onCopied={() => {}} />
        {charge && <OtherWays charge={charge} />}
      </CouponReservation>
      {!hasCoupon && (
        <CouponField
          busy={apply.isPending}
          onApply={(coupon, refuse) =>
            apply.mutate({ paymentCode: order.paymentCode, coupon }, { onError: refuse, onSettled: refreshPurchase })
          }
        />
      )}
      {charge ? (
        <FoldedProof code={order.paymentCode} onSent={refreshPurchase} />
      ) : (
        <ProofUpload code={order.paymentCode} onSent={refreshPurchase} />
      )}
      {order.status !== 'rejected' && (
        <>
          <Button variant="quiet" className="justify-self-start" onClick={() => setAsking(true)}>
            Cancelar esta compra
          </Button>
          <AlertDialog
            open={asking}
            onOpenChange={setAsking}
            title="Cancelar esta compra?"
            text="O código PIX deixa de valer. Se você já pagou, envie o comprovante em vez de cancelar."
            confirmLabel="Cancelar compra"
            cancelLabel="Voltar"
            tone="bad"
            busy={cancel.isPending}
            busyLabel="Cancelando..."
            onConfirm={() => cancel.mutate(order.id, { onSettled: () => setAsking(false) })}
          />
        </>
      )}
    </div>
  );
}
