import type { AccessRule } from '#contract/money/access.ts';
import type { PaymentMethod } from '#contract/money/payments.ts';
import type { Tx } from '#server/db/handle.ts';
import type { After } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { grantAccess } from '#server/features/money/access/access.service.ts';
import { addBought } from '#server/features/money/corrections/corrections.service.ts';
import { defaultOffer, offerOf, takeSeat } from '#server/features/money/offers/offers.service.ts';
import { letInWhoPaid } from '#server/features/platform/users/user-states.service.ts';
import type { createSessions } from '#server/http/sessions.ts';
import type { PaymentRow } from './payments.store.ts';
import { type ByHand, recordByHand } from './received-amounts.service.ts';
import { takeStep } from './transitions.ts';

/** The caller's transaction. */
export type Work = { sessions: ReturnType<typeof createSessions>; tx: Tx; after: After };

type Approval = {
  /** Null: a provider reported the payment. */
  by: string | null;
  /** `bank`: the caller has recorded what the bank told. Otherwise a person confirms an amount. */
  received: 'bank' | ByHand;
  /** Where it is known better than when the order was made. */
  method?: PaymentMethod;
  /** Why the office approves an order whose money does not agree. */
  reason?: string | null;
  /** Instead of the rule of the offer. */
  rule?: AccessRule | undefined;
  /** False: the caller sends the one letter of this enrolment. */
  sendsLetter?: boolean;
  /** The caller has let the student in already. */
  activated?: true;
};

/**
 * Approves an order: its money is recorded, its seat taken, its student let in and what was bought opened. The caller
 * has locked student and order and asked the policy.
 */
export async function approveOrder(
  deps: Deps,
  { sessions, tx, after }: Work,
  order: PaymentRow,
  { by, received, method, reason = null, sendsLetter, rule: ownRule, activated: isLetIn }: Approval,
): Promise<PaymentRow> {
  const { userId, id: paymentId } = order;
  const activated = isLetIn ?? (userId !== null && (await letInWhoPaid(tx, userId)));
  if (received !== 'bank') await recordByHand(deps, tx, order, { ...received, by });
  const offer = order.offerId === null ? await defaultOffer(tx) : await offerOf(tx, order.offerId);
  const tookPlace = order.takesSeat && (await takeSeat(deps, tx, offer.id, userId));
  const approved = await takeStep(deps, tx, order, {
    do: 'approve',
    by,
    activated,
    tookPlace,
    method,
    reason,
    sendsLetter,
  });
  if (userId) {
    const { id: offerId, rule, courseIds } = offer;
    await grantAccess(deps, tx, { userId, paymentId, offerId, rule: ownRule ?? rule, courseIds });
    if (offer.corrections !== null) {
      await addBought(tx, { userId, paymentId, count: offer.corrections, now: deps.clock.now() });
    }
    await sessions.forget(tx, after, userId);
  }
  return approved;
}
