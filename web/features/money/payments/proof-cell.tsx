import { Eye, TriangleAlert } from 'lucide-react';
import type { AdminPayment } from '#contract/money/payments.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { nameOf } from './queue.queries.ts';
import { isReused } from './queue-list.ts';

/** The newest proof, opened in a new tab. */
export function ProofLink({ payment }: { payment: AdminPayment }) {
  if (!payment.proofUrl) {
    const isByOther = payment.analysisByHolder === false && payment.proofs.length === 0;
    if (isByOther) return <span className="text-ink-soft">Aviso sem arquivo, de outro aparelho</span>;
    return <span className="whitespace-nowrap text-ink-soft">Não enviado</span>;
  }
  return (
    <a
      href={payment.proofUrl}
      target="_blank"
      rel="noopener"
      aria-label={`Ver comprovante de ${nameOf(payment)} em nova aba`}
      className={buttonClass({ variant: 'line', size: 'sm' })}
    >
      <Eye /> Ver
    </a>
  );
}

/** The same file was sent for another payment, too. */
export function RepeatedBadge({ payment }: { payment: AdminPayment }) {
  if (!isReused(payment.proofs)) return null;
  return (
    <Badge tone="bad" icon={<TriangleAlert />}>
      Repetido
    </Badge>
  );
}
