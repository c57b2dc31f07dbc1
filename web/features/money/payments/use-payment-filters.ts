import * as z from 'zod/mini';
import { type PaymentFilters, paymentFilters } from '#contract/money/payments.ts';
import { useAddressChoices } from '#web/lib/use-address.ts';

/** The names of the filters in the address. */
const names = { method: 'forma', offerId: 'oferta', proof: 'comprovante', from: 'de', to: 'ate' };
type Name = keyof typeof names;

/** The filters of the payments, in the address: a number elsewhere can lead to its list. */
export function usePaymentFilters(): [PaymentFilters, (filters: PaymentFilters) => void] {
  const [typed, change] = useAddressChoices<Name>(names);
  // Unknown values in the address are ignored.
  const known = Object.entries(typed).filter(
    ([name, value]) => value && z.safeParse(paymentFilters[name as Name], value).success,
  );
  const filters = z.parse(z.object(paymentFilters), Object.fromEntries(known));
  const write = (next: PaymentFilters) =>
    change(
      Object.fromEntries((Object.keys(names) as Name[]).map((name) => [name, next[name] ? String(next[name]) : ''])),
    );
  return [filters, write];
}
