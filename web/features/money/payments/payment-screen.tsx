import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect } from 'wouter';
import type { createPaymentByEmail, PublicPayment } from '#contract/money/payments.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { paymentKeys } from '#web/lib/payment-keys.ts';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { useCharge } from './charge.queries.ts';
import { CouponField } from './coupon-field.tsx';
import { CouponReservation } from './coupon-reservation.tsx';
import { FoldedProof } from './folded-proof.tsx';
import { HiddenReason } from './hidden-reason.tsx';
import { useKnownPayment } from './known-payment.ts';
import { merchantNameOf } from './merchant-name.ts';
import { NotByHolder } from './not-by-holder.tsx';
import { OtherWays } from './other-ways.tsx';
import { PaymentCode } from './payment-code.tsx';
import { PaymentLayout } from './payment-layout.tsx';
import { AlreadyActive, PaymentFailed, PaymentSkeleton, UnknownPayment } from './payment-states.tsx';
import { causeOf, deadlineQuery, refreshPayment, useApplyCoupon } from './payments.queries.ts';
import { PixCard } from './pix-card.tsx';
import { ProofUpload } from './proof-upload.tsx';
import { Step, Steps } from './steps.tsx';

/** One toast, and only for errors that the screen does not show itself. */
function toastCreationFailed(error: Error): void {
  if (isRefused<typeof createPaymentByEmail>(error, 'not_found', 'already_active')) return;
  toast({ title: 'Erro', description: 'Erro ao criar o pagamento. Tente novamente.', tone: 'bad' });
}

export default function PaymentScreen() {
  const known = useKnownPayment(toastCreationFailed);
  if (known.state === 'found') {
    const { payment } = known;
    const payable = payment.status === 'pending' || payment.status === 'rejected';
    if (payable) return <PaymentSteps payment={payment} />;
    return payment.status === 'analyzing' ? (
      <InAnalysis payment={payment} />
    ) : (
      <Redirect to={paths.paymentStatus} replace />
    );
  }
  return (
    <PaymentLayout>
      <h1 className="sr-only">Complete seu Cadastro</h1>
      {known.state === 'loading' && <PaymentSkeleton />}
      {known.state === 'unknown' && <UnknownPayment onCode={known.use} />}
      {known.state === 'failed' && <Failed error={causeOf(known.error)} onRetry={known.retry} />}
    </PaymentLayout>
  );
}

/** Another sender may have reported a payment: the holder can still pay. */
function InAnalysis({ payment }: { payment: PublicPayment }) {
  const state = useQuery(deadlineQuery(payment));
  if (state.data?.mayChange) return <PaymentSteps payment={payment} />;
  if (!state.isPending) return <Redirect to={paths.paymentStatus} replace />;
  return (
    <PaymentLayout>
      <h1 className="sr-only">Complete seu Cadastro</h1>
      <PaymentSkeleton />
    </PaymentLayout>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isRefused<typeof createPaymentByEmail>(error, 'already_active')) return <AlreadyActive text={error.text} />;
  return <PaymentFailed text={textOf(error)} onRetry={onRetry} />;
}

function PaymentSteps({ payment }: { payment: PublicPayment }) {
  const [copied, setCopied] = useState(false);
  const apply = useApplyCoupon();
  const { email } = paymentKeys.read();
  const charge = useCharge(payment);
  const merchant = merchantNameOf(payment.pixCode);
  return (
    <PaymentLayout code={payment.paymentCode}>
      <header className="mb-6 grid gap-4 md:mb-8 md:flex md:items-start md:justify-between md:gap-8">
        <div>
          <h1 className="text-2xl md:text-3xl">Complete seu Cadastro</h1>
          <p className="text-ink-soft">
            {charge
              ? 'Falta pouco: pague pelo PIX. A confirmação é automática.'
              : 'Falta pouco: pague pelo PIX e envie o comprovante.'}
          </p>
        </div>
        <div className="border-sun-edge border-l-3 pl-4">
          <p className="text-ink-soft text-sm">Código do pagamento</p>
          <PaymentCode code={payment.paymentCode} className="font-strong text-lg" />
          <p className="text-ink-soft text-sm">Guarde este código para consultas futuras</p>
        </div>
      </header>
      {payment.status === 'rejected' && (
        <Notice tone="bad" title="Pagamento Recusado" className="mb-6">
          {payment.rejectionReason ?? <HiddenReason />} Confira e envie outro comprovante: o código continua o mesmo.
        </Notice>
      )}
      {payment.status === 'analyzing' && <NotByHolder className="mb-6" />}
      <Steps>
        <Step
          number={1}
          title="Copie o código PIX"
          text="Ou aponte a câmera do app do banco para o QR code."
          done={copied}
        >
          <div className="grid gap-3">
            <CouponReservation payment={payment} onLapsed={refreshPayment}>
              <PixCard
                amount={payment.amount}
                pixCode={charge?.pixCode ?? payment.pixCode}
                onCopied={() => setCopied(true)}
              />
              {charge && <OtherWays charge={charge} />}
            </CouponReservation>
            <CouponField
              busy={apply.isPending}
              onApply={(coupon, refuse) =>
                apply.mutate({ paymentCode: payment.paymentCode, coupon }, { onError: refuse })
              }
            />
          </div>
        </Step>
        <Step
          number={2}
          title="Pague no app do seu banco"
          text={`Abra o app, escolha PIX Copia e Cola e cole o código.${merchant ? ` O nome que aparece é ${merchant}.` : ''}`}
        />
        {charge && (
          <Step number={3} title="Pronto: o acesso abre sozinho" text="Assim que o pagamento cair, esta página avisa.">
            <FoldedProof code={payment.paymentCode} />
          </Step>
        )}
        {!charge && (
          <Step number={3} title="Envie o comprovante" text="Foto, print ou PDF, com até 5 MB.">
            <div className="grid gap-4">
              <ProofUpload code={payment.paymentCode} />
              <Notice>
                A análise leva até 24 horas. Quando seu acesso for liberado, você recebe um e-mail
                {email ? (
                  <>
                    {' '}
                    em <b className="wrap-anywhere">{email}</b>.
                  </>
                ) : (
                  '.'
                )}
              </Notice>
            </div>
          </Step>
        )}
      </Steps>
    </PaymentLayout>
  );
}
