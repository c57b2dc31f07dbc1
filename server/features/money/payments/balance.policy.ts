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
/** Cents. `surcharge`: what a card costs beyond the price. An order is paid by card once: a second total is an excess. */
type Balance = { received: number; refunded: number; surcharge: number };

/** Cents that the school counts on: the price, by card its total. Pure. */
export const expectedTotalOf = ({ amount }: Pick<Order, 'amount'>, { surcharge }: Pick<Balance, 'surcharge'>): number =>
  amount + surcharge;

/** What a person has to decide about the money of an order; null: school and bank agree. Pure. */
export function amountCaseOf(order: Order, balance: Balance): AmountKind | null {
  const { status } = order;
  const { received, refunded } = balance;
  const amount = expectedTotalOf(order, balance);
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
