import type { BodyOf } from '#contract/endpoint.ts';
import type { refundPayment } from '#contract/money/payments-office.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readAdminView } from '#server/features/money/payments/decisions.service.ts';
import { findByTypedCode } from '#server/features/money/payments/payments.service.ts';
import { lockOrder, type Order, sendRefund } from '#server/features/money/payments/received.service.ts';
import { recordRefund } from '#server/features/money/payments/refunds.service.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { type PixProvider, ProviderFault } from '#server/pix/provider/provider.ts';
import { reconcileCharge } from './reconcile-charge.service.ts';
import { planReturns, returnNameOf } from './returns.policy.ts';
import * as store from './returns.store.ts';

type Sessions = ReturnType<typeof createSessions>;
type Wish = BodyOf<typeof refundPayment>;

/** Gives money back: through the provider that holds it, or by the office's own transfer, which is recorded. */
export async function refundOrder(deps: Deps, sessions: Sessions, admin: { id: string }, wish: Wish) {
  const order = await findByTypedCode(deps.db, wish.paymentCode);
  const provider = await providerFor(deps, order, wish);
  if (!provider) return recordRefund(deps, sessions, admin, wish);
  const charges = await sendBack(deps, provider, admin, order, wish);
  // What fails here is asked again by the poller; the order says meanwhile that the money is on its way.
  for (const id of charges) {
    await reconcileCharge(deps, sessions, id).catch((error) => {
      if (!(error instanceof ProviderFault)) throw error;
    });
  }
  return readAdminView(deps, order.id);
}

const notHeld = () => {
  const message = 'O provedor não tem este valor para devolver. Faça a devolução no banco e registre aqui.';
  return wrongField('through', message);
};

async function providerFor(deps: Deps, order: Order, wish: Wish): Promise<PixProvider | undefined> {
  const { pixProvider: provider } = deps;
  if (wish.through === 'office' || (wish.through === undefined && wish.endToEndId !== null)) return undefined;
  const charges = provider ? await store.listPaidCharges(deps.db, order.id, provider.name) : [];
  const held = charges.reduce((sum, { received, returned }) => sum + received - returned, 0);
  // Where it has gone back already, repeating the wish is answered with what stands.
  if (provider && (held >= wish.amount || order.status === 'refunded')) return provider;
  if (wish.through === 'provider') throw notHeld();
  return undefined;
}

/** Which charges are to be looked at now. The provider is asked what it holds before anything is held here. */
async function sendBack(
  deps: Deps,
  provider: PixProvider,
  admin: { id: string },
  { id, paymentCode }: Order,
  wish: Wish,
): Promise<number[]> {
  const charges = await store.listPaidCharges(deps.db, id, provider.name);
  const parts = await Promise.all(
    charges.map(async ({ id: chargeId, txid, ids }) => {
      const truth = await provider.readCharge({ txid, ids }).catch((error) => {
        if (!(error instanceof ProviderFault)) throw error;
        throw new AppError('unavailable', 'O provedor não respondeu. Nada foi devolvido: tente de novo em instantes.');
      });
      return (truth?.received ?? []).map((part) => ({ ...part, chargeId }));
    }),
  );
  return transact(deps, async (tx) => {
    const order = await lockOrder(tx, id, admin.id);
    if (!order || !(await sendRefund(deps, tx, order, { ...wish, by: admin.id }))) {
      return charges.map((charge) => charge.id);
    }
    const plan = planReturns(parts.flat(), wish.amount);
    if (!plan) throw notHeld();
    const before = await store.countReturns(tx, id);
    const returns = plan.map((one, index) => ({
      ...one,
      paymentId: id,
      name: returnNameOf(paymentCode, before + index + 1),
    }));
    await store.insertReturns(tx, returns, deps.clock.now());
    return [...new Set(plan.map(({ chargeId }) => chargeId))];
  });
}
