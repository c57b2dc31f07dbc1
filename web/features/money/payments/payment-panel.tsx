import { Check, ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { AdminPayment, Proof } from '#contract/money/payments.ts';
import { formatDateTime, formatDeadline, formatMoney } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Contradictions } from './money-figures.tsx';
import { PaymentCode } from './payment-code.tsx';
import { describeFile } from './proof-choice.ts';
import { ProofReadingSection } from './proof-reading.tsx';
import { ProofViewer } from './proof-viewer.tsx';
import { nameOf } from './queue.queries.ts';
import { approvalWarningOf, isOverdue, type QueueActions } from './queue-list.ts';

export function PanelHeader({ payment }: { payment: AdminPayment }) {
  return (
    <header className="flex items-center justify-between gap-3 px-4 pt-4 pb-3">
      <div className="min-w-0">
        <h2 className="truncate text-md">{nameOf(payment)}</h2>
        <p className="text-ink-soft text-sm">
          <PaymentCode code={payment.paymentCode} />
        </p>
      </div>
      {payment.proofUrl && (
        <a
          href={payment.proofUrl}
          target="_blank"
          rel="noopener"
          aria-label="Abrir comprovante em nova aba"
          className={buttonClass({ variant: 'quiet', size: 'icon', className: 'shrink-0' })}
        >
          <ExternalLink />
        </a>
      )}
    </header>
  );
}

/** The receipt beside the facts of the order. */
export function PanelBody({ payment }: { payment: AdminPayment }) {
  const [at, setAt] = useState(0);
  const proof = payment.proofs[at];
  return (
    <>
      {proof ? <ProofViewer key={proof.id} proof={proof} /> : <NoProof />}
      {payment.proofs.length > 1 && (
        <div className="flex items-center justify-between gap-2 border-line border-b px-2 py-1 text-sm tabular-nums">
          <Button
            variant="quiet"
            size="icon"
            aria-label="Comprovante anterior"
            disabled={at === 0}
            onClick={() => setAt(at - 1)}
          >
            <ChevronLeft />
          </Button>
          <span aria-live="polite">
            Comprovante {at + 1} de {payment.proofs.length}
          </span>
          <Button
            variant="quiet"
            size="icon"
            aria-label="Próximo comprovante"
            disabled={at === payment.proofs.length - 1}
            onClick={() => setAt(at + 1)}
          >
            <ChevronRight />
          </Button>
        </div>
      )}
      <div className="grid gap-3 p-4">
        {proof && proof.sameFileAs.length > 0 && <SameFile codes={proof.sameFileAs} />}
        {proof?.reading && <ProofReadingSection reading={proof.reading} />}
        <Contradictions payment={payment} />
        {payment.user?.status === 'blocked' && (
          <Notice tone="sun">Este aluno está bloqueado: aprovar o pagamento não libera o acesso.</Notice>
        )}
        <Facts payment={payment} proof={proof} />
      </div>
    </>
  );
}

function SameFile({ codes }: { codes: string[] }) {
  return (
    <Notice tone="bad" title="Arquivo repetido">
      Este mesmo arquivo foi enviado em {codes.length === 1 ? 'outro pagamento' : 'outros pagamentos'}:{' '}
      {codes.map((code) => (
        <PaymentCode key={code} code={code} className="mr-2 font-strong" />
      ))}
    </Notice>
  );
}

function NoProof() {
  return (
    <p className="grid h-40 place-items-center border-line border-y bg-sunken px-4 text-center text-ink-soft text-sm">
      O aluno ainda não enviou o comprovante.
    </p>
  );
}

function Facts({ payment, proof }: { payment: AdminPayment; proof: Proof | undefined }) {
  const at = proof?.uploadedAt;
  const now = useNow();
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm tabular-nums [&_dd]:text-right [&_dt]:text-ink-soft">
      <dt>Valor esperado</dt>
      <dd className="font-strong">{formatMoney(payment.amount)}</dd>
      <dt>No banco</dt>
      <dd>{payment.received.byBank > 0 ? formatMoney(payment.received.byBank) : 'nada ainda'}</dd>
      <dt>Cadastro</dt>
      <dd>{formatDateTime(payment.createdAt)}</dd>
      {at && (
        <>
          <dt>Enviado</dt>
          <dd title={formatDateTime(at)}>
            <Ago at={at} />
          </dd>
        </>
      )}
      {payment.answerDueAt && (
        <>
          <dt>Responder até</dt>
          <dd className={cx(isOverdue(payment, now) && 'font-strong text-bad')}>
            {formatDeadline(payment.answerDueAt)}
          </dd>
        </>
      )}
      {proof && (
        <>
          <dt>Arquivo</dt>
          <dd>{describeFile(proof)}</dd>
          {proof.fromHolder !== null && (
            <>
              <dt>Quem enviou</dt>
              <dd>{proof.fromHolder ? 'O próprio aluno' : 'Alguém com o código'}</dd>
            </>
          )}
        </>
      )}
    </dl>
  );
}

export function PanelActions({ payment, actions }: { payment: AdminPayment; actions: QueueActions }) {
  return (
    <>
      <Button variant="bad" onClick={() => actions.onReject(payment)}>
        Recusar
      </Button>
      <Button
        busy={actions.busyCode === payment.paymentCode}
        busyLabel="Aprovando..."
        onClick={() => actions.onApprove(payment)}
      >
        <Check /> {approvalWarningOf(payment) ? 'Aprovar…' : 'Aprovar'}
      </Button>
    </>
  );
}
