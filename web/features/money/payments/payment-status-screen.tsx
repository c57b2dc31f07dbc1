import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, CircleX, Clock, Hourglass } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Redirect } from 'wouter';
import { REDIRECT_APPROVED_MS } from '#contract/limits.ts';
import type { PublicPayment } from '#contract/money/payments.ts';
import { textOf } from '#web/lib/api.ts';
import { formatDate, formatDeadline, formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { paymentKeys } from '#web/lib/payment-keys.ts';
import { supportMail } from '#web/lib/support.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { PaymentApprovedIllustration } from '#web/ui/illustrations/payment-approved.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useWatchedCharge } from './charge.queries.ts';
import { HiddenReason } from './hidden-reason.tsx';
import { useStoredKeys } from './known-payment.ts';
import { NotByHolder } from './not-by-holder.tsx';
import { PaymentCode } from './payment-code.tsx';
import { PaymentLayout } from './payment-layout.tsx';
import { PaymentFailed, PaymentSkeleton } from './payment-states.tsx';
import { causeOf, currentPaymentQuery, deadlineQuery } from './payments.queries.ts';
import { statusTexts } from './status-texts.ts';

export default function PaymentStatusScreen() {
  const { code } = useStoredKeys();
  const current = useQuery(currentPaymentQuery(code));
  if (current.data === null) return <Redirect to={paths.payment} replace />;
  return (
    <PaymentLayout code={current.data?.paymentCode}>
      {!current.data && <h1 className="sr-only">Situação do pagamento</h1>}
      {current.data ? (
        <Status payment={current.data} late={current.isRefetchError} />
      ) : current.isError ? (
        <PaymentFailed text={textOf(causeOf(current.error))} onRetry={() => current.refetch()} />
      ) : (
        <PaymentSkeleton />
      )}
    </PaymentLayout>
  );
}

const icons: Record<string, ReactNode> = {
  pending: <Hourglass className="size-10 text-sun-ink" />,
  analyzing: <Clock className="size-10 text-info" />,
  approved: <CircleCheck className="size-10 text-ok" />,
  rejected: <CircleX className="size-10 text-bad" />,
};

function Status({ payment, late }: { payment: PublicPayment; late: boolean }) {
  const { title, text } = statusTexts(payment.status);
  useHomeWhenApproved(payment.status);
  useWatchedCharge(payment, payment.status === 'pending' || payment.status === 'analyzing');
  return (
    <div className="mx-auto max-w-[640px]">
      <Card>
        <div className="grid justify-items-center gap-1 text-center" role="status">
          {payment.status === 'approved' ? (
            <PaymentApprovedIllustration className="mb-2 w-60 max-w-full" />
          ) : (
            (icons[payment.status] ?? <CircleHelp className="size-10 text-ink-soft" />)
          )}
          <h1 className="mt-2 text-2xl">{title}</h1>
          {text && <p className="text-ink-soft">{text}</p>}
        </div>
        <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-line border-t pt-4 [&_dd]:text-right [&_dt]:text-ink-soft">
          <dt>Código do pagamento</dt>
          <dd>
            <PaymentCode code={payment.paymentCode} className="justify-end font-strong" />
          </dd>
          <dt>Valor</dt>
          <dd className="tabular-nums">{formatMoney(payment.amount)}</dd>
          <dt>Data</dt>
          <dd className="tabular-nums">{payment.createdAt ? formatDate(payment.createdAt) : 'N/A'}</dd>
        </dl>
        <div className="mt-5 grid gap-4">
          <Details payment={payment} />
          {late && (
            <Notice tone="sun" role="status">
              Não conseguimos atualizar agora. Tentamos de novo em 30 segundos.
            </Notice>
          )}
          <Actions payment={payment} />
        </div>
      </Card>
    </div>
  );
}

/** A document load: the server knows whether `/` is the login or the landing page for this visitor. */
function useHomeWhenApproved(status: string): void {
  useEffect(() => {
    if (status !== 'approved') return;
    const timer = setTimeout(() => location.assign(paths.home), REDIRECT_APPROVED_MS);
    return () => clearTimeout(timer);
  }, [status]);
}

function Details({ payment }: { payment: PublicPayment }) {
  switch (payment.status) {
    case 'analyzing':
      return <NextSteps payment={payment} />;
    case 'approved':
      return (
        <Notice tone="ok" title="Tudo certo com seu pagamento.">
          Entre com seu usuário e sua senha para começar a estudar.
        </Notice>
      );
    case 'rejected':
      return (
        <Notice tone="bad" title="Motivo da recusa">
          {payment.rejectionReason ?? <HiddenReason />}
        </Notice>
      );
    default:
      return null;
  }
}

function NextSteps({ payment }: { payment: PublicPayment }) {
  const { email } = paymentKeys.read();
  if (useQuery(deadlineQuery(payment)).data?.mayChange) return <GoOnPaying />;
  return (
    <>
      <Notice>Seu comprovante chegou e está seguro. Esta página se atualiza sozinha.</Notice>
      <Notice>
        Você receberá um e-mail
        {email && (
          <>
            {' '}
            em <b className="wrap-anywhere">{email}</b>
          </>
        )}{' '}
        quando seu acesso for liberado.
      </Notice>
      <div>
        <h2 className="text-md">Próximos passos</h2>
        <ol className="mt-2 grid list-decimal gap-1 pl-5">
          <li>
            Aguarde a análise: até 24 horas úteis <AnswerDue payment={payment} />
          </li>
          <li>Receba o e-mail de confirmação</li>
          <li>Faça login com seu usuário e sua senha</li>
          <li>Comece a estudar</li>
        </ol>
      </div>
    </>
  );
}

/** The holder has sent nothing yet. */
function GoOnPaying() {
  return (
    <>
      <NotByHolder />
      <ButtonLink href={paths.payment}>Continuar o pagamento</ButtonLink>
    </>
  );
}

/** The date beside the promise; left out when it cannot be loaded. */
function AnswerDue({ payment }: { payment: PublicPayment }) {
  const due = useQuery(deadlineQuery(payment)).data?.answerDueAt;
  if (!due) return null;
  const isLate = new Date(due) < new Date();
  return (
    <time dateTime={due} className="block font-strong tabular-nums">
      {isLate ? `O prazo era ${formatDeadline(due)}. Fale com a gente.` : `até ${formatDeadline(due)}`}
    </time>
  );
}

function Actions({ payment }: { payment: PublicPayment }) {
  const { status, paymentCode } = payment;
  if (status === 'approved') {
    return (
      <ButtonLink href={paths.login} size="lg">
        Entrar
      </ButtonLink>
    );
  }
  if (status !== 'pending' && status !== 'rejected') return null;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <a
        href={supportMail({ code: paymentCode })}
        className={buttonClass({ variant: 'line', className: 'max-md:order-last' })}
      >
        Contatar Suporte
      </a>
      <ButtonLink href={paths.payment}>{status === 'pending' ? 'Fazer Pagamento' : 'Tentar Novamente'}</ButtonLink>
    </div>
  );
}
