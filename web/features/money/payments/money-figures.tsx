import { Check, TriangleAlert } from 'lucide-react';
import type { AdminPayment } from '#contract/money/payments.ts';
import { formatMoney } from '#web/lib/format.ts';
import { cx } from '#web/ui/cx.ts';
import { type Contradiction, contradictionsOf, proofAmountOf } from './queue-list.ts';

const labels: Record<Contradiction['what'], string> = {
  amount: 'Valor do comprovante',
  payee: 'Quem recebeu',
  day: 'Data do comprovante',
};

/** Contradictions between the proof and the order, one line each. */
export function Contradictions({ payment, className }: { payment: AdminPayment; className?: string }) {
  const found = contradictionsOf(payment);
  if (found.length === 0) return null;
  return (
    <ul aria-label="O que não bate" className={cx('grid gap-1', className)}>
      {found.map(({ what, told }) => (
        <li
          key={what}
          className="flex w-fit items-start gap-1.5 rounded-control bg-bad-tint px-2 py-1 text-bad text-xs leading-[1rem] [&_.lucide]:mt-px [&_.lucide]:size-3.5 [&_.lucide]:shrink-0"
        >
          <TriangleAlert aria-hidden />
          <span className="min-w-0 break-words">
            <b className="font-strong">{labels[what]}:</b> {told}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The same in a narrow column: only amounts that the proof or the bank states. */
export function ProofAndBankLines({ payment }: { payment: AdminPayment }) {
  const proof = proofAmountOf(payment);
  const { byBank } = payment.received;
  const toneOf = (cents: number) => (cents === payment.amount ? 'text-ok' : 'font-strong text-bad');
  return (
    <span className="grid justify-items-end text-xs leading-[1rem]">
      {proof !== null && <span className={toneOf(proof)}>comprov. {formatMoney(proof)}</span>}
      <span className={byBank > 0 ? toneOf(byBank) : 'text-ink-soft'}>
        banco {byBank > 0 ? formatMoney(byBank) : 'nada ainda'}
      </span>
    </span>
  );
}

/** The amounts of the proof and of the bank, beside the price of the order. */
export function ProofAndBank({ payment, className }: { payment: AdminPayment; className?: string }) {
  const proof = proofAmountOf(payment);
  const { byBank } = payment.received;
  return (
    <dl
      className={cx(
        'grid grid-cols-[auto_auto] gap-x-2 text-xs tabular-nums leading-[1rem] [&_dt]:text-ink-soft',
        className,
      )}
    >
      {payment.proofs.length > 0 && (
        <>
          <dt>Comprovante</dt>
          <dd className={cx('text-right', proof !== null && proof !== payment.amount && 'font-strong text-bad')}>
            {proof === null ? 'sem leitura' : formatMoney(proof)}
          </dd>
        </>
      )}
      <dt>Banco</dt>
      <dd
        className={cx(
          'flex items-center justify-end gap-1 text-right',
          byBank > 0 && (byBank === payment.amount ? 'text-ok' : 'font-strong text-bad'),
        )}
      >
        {byBank === payment.amount && <Check className="size-3" aria-hidden />}
        {byBank === 0 ? 'nada ainda' : formatMoney(byBank)}
      </dd>
    </dl>
  );
}
