import type { PaymentMethod } from '#contract/money/payments.ts';
import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { grantAccess } from '#server/features/money/access/access.service.ts';
import { defaultOffer, offerOf, takeSeat } from '#server/features/money/offers/offers.service.ts';
import type { PaymentRow } from './payments.store.ts';
import { takeStep } from './transitions.ts';

/** Approves an order: takes its seat and grants access. The caller has locked student and order. */
export async function approve(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { by, activated, method }: { by: string | null; activated: boolean; method?: PaymentMethod },
): Promise<PaymentRow> {
  const offer = payment.offerId === null ? await defaultOffer(tx) : await offerOf(tx, payment.offerId);
  const tookPlace = payment.takesSeat && (await takeSeat(deps, tx, offer.id, payment.userId));
  const approved = await takeStep(deps, tx, payment, { do: 'approve', by, activated, tookPlace, method });
  if (payment.userId) {
    const { userId, id: paymentId } = payment;
    const { id: offerId, rule, courseIds } = offer;
    await grantAccess(deps, tx, { userId, paymentId, offerId, rule, courseIds });
  }
  return approved;
}
