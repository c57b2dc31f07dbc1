import type { CaseKind } from '#contract/money/charges.ts';
import type { PaymentStatus } from '#contract/money/payments.ts';

/** Kinds that follow from the amounts and the state of an order alone: they open and settle by themselves. */
export const amountKinds = [
  'wrong_amount',
  'underpaid',
  'overpaid',
  'paid_twice',
  'order_closed',
  'returned_twice',
] as const satisfies CaseKind[];
export type AmountKind = (typeof amountKinds)[number];

type Order = { status: PaymentStatus; amount: number };
/** Cents. */
type Balance = { received: number; refunded: number; surcharge: number };

/** What a person has to decide about the money of an order; null: school and bank agree. Pure. */
export function amountCaseOf(order: Order, { received, refunded, surcharge }: Balance): AmountKind | null {
  const { status } = order;
  const amount = order.amount + surcharge;
  const held = received - refunded;
  if (held < 0) return 'returned_twice';
  switch (status) {
    case 'pending':
    case 'analyzing':
      return held > 0 && held < amount ? 'wrong_amount' : null;
    case 'approved':
    case 'refund_requested':
      if (held > amount) return amount > 0 && held >= 2 * amount ? 'paid_twice' : 'overpaid';
      return received < amount ? 'underpaid' : null;
    default:
      return held > 0 ? 'order_closed' : null;
  }
}
