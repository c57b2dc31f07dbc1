import { Eye, TriangleAlert } from 'lucide-react';
import type { AdminPayment } from '../../../contract/payments.ts';
import { Badge } from '../../ui/badge.tsx';
import { type ButtonSize, buttonClass } from '../../ui/button.tsx';
import { nameOf } from './queue.queries.ts';

type ProofCellProps = { payment: AdminPayment; size?: ButtonSize };

/** The newest proof, opened in a tab of its own. */
export function ProofCell({ payment, size = 'sm' }: ProofCellProps) {
  if (!payment.proofUrl) return <span className="text-ink-soft">Não enviado</span>;
  return (
    <span className="inline-grid justify-items-start gap-1">
      <a
        href={payment.proofUrl}
        target="_blank"
        rel="noopener"
        aria-label={`Ver comprovante de ${nameOf(payment)} em nova aba`}
        className={buttonClass({ variant: 'line', size })}
      >
        <Eye /> Ver
      </a>
      {isRepeated(payment) && (
        <Badge tone="bad" icon={<TriangleAlert />}>
          Repetido
        </Badge>
      )}
    </span>
  );
}

/** The same file stands for another payment, too. */
export const isRepeated = ({ proofs }: AdminPayment) => proofs.some(({ sameFileAs }) => sameFileAs.length > 0);
