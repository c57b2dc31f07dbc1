import type { PaymentStatus } from '../../../contract/payments.ts';

/** Every move a payment can make. Decisions stand: nothing leads out of approved. */
const moves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['analyzing', 'approved', 'rejected', 'cancelled'],
  analyzing: ['approved', 'rejected', 'cancelled'],
  rejected: ['analyzing', 'cancelled'],
  approved: [],
  cancelled: [],
};

/** `same`: what is asked for stands already, and asking again is fine. */
export function move(from: PaymentStatus, to: PaymentStatus): 'change' | 'same' | 'refused' {
  if (from === to) return 'same';
  return moves[from].includes(to) ? 'change' : 'refused';
}
