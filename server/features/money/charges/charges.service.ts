import { createHash, timingSafeEqual } from 'node:crypto';
import { CARD_INSTALMENTS } from '#contract/limits.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { cardAmountOf } from '#server/features/money/offers/card-price.ts';
import { defaultOffer } from '#server/features/money/offers/offers.service.ts';
import { openCase } from '#server/features/money/payments/cases.service.ts';
import { withCurrentPrice } from '#server/features/money/payments/coupon-reservations.service.ts';
import { findByTypedCode } from '#server/features/money/payments/payments.service.ts';
import { isOpenToPay, lockOrder, type Order } from '#server/features/money/payments/received.service.ts';
import { notFound } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { type NewCharge, ProviderFault } from '#server/pix/provider/provider.ts';
import { secretsIn } from '#server/pix/provider/secret.ts';
import { txidOf } from './charges.policy.ts';
import * as store from './charges.store.ts';
import { mayAsk, reconcileCharge } from './reconcile-charge.service.ts';
import { defineWebhookAddress, publishNewAddress } from './webhook-address.service.ts';

type Sessions = ReturnType<typeof createSessions>;

const DUE_JOB = 'charges-due';
const SYNC_JOB = 'look-at-charge';
/** A code is not shown when it would expire while the student opens the bank app. */
const LEFT_MS = 10 * MINUTE_MS;
/** How often a watched charge is read from the provider, regardless of the number of watchers. */
const WATCH_MS = 2500;
const DUE_AT_ONCE = 200;

/** The charge to pay an order with. Where the provider cannot make one, the order's own code and a proof are the way. */
export async function openCharge(deps: Deps, typedCode: string) {
  const order = await withCurrentPrice(deps, await findByTypedCode(deps.db, typedCode));
  if (!deps.pixProvider || !isOpenToPay(order) || order.amount === 0) return { status: order.status, charge: null };
  const charge = await takeCharge(deps, order);
  if (!charge) return { status: order.status, charge: null };
  const made = charge.pixCode === null ? await makeAtProvider(deps, charge, order) : charge;
  return { status: order.status, charge: made && payableView(deps, { ...charge, ...made }) };
}

type Payable = Pick<store.ChargeRow, 'pixCode' | 'cardUrl' | 'slipUrl' | 'cardAmount' | 'expiresAt'>;

const instalmentsOf = (deps: Deps) => deps.site.now.landing?.pricing.installments ?? CARD_INSTALMENTS;

/** The total that the landing page promises for a card. */
async function cardAmountFor(deps: Deps, tx: Tx, amount: number): Promise<number> {
  const { priceCents: basePrice } = await defaultOffer(tx);
  const { cardTotalCents: cardTotal } = deps.school.now.sales;
  return cardAmountOf(amount, { cardTotal, basePrice, instalments: instalmentsOf(deps) });
}

/** How a charge can be paid; null until the provider has made it. */
const payableView = (deps: Deps, { pixCode, cardUrl, slipUrl, cardAmount, expiresAt }: Payable) => {
  if (pixCode === null) return null;
  const card = cardUrl === null ? null : { amount: cardAmount, instalments: instalmentsOf(deps).count };
  return { pixCode, cardUrl, slipUrl, card, expiresAt };
};

/** The open one, else a new one; one at a time, because the order is held. */
async function takeCharge(deps: Deps, { id }: Order) {
  const provider = deps.pixProvider;
  if (!provider) return undefined;
  return transact(deps, async (tx) => {
    const order = await lockOrder(tx, id, null);
    if (!order || !isOpenToPay(order)) return undefined;
    const now = deps.clock.now();
    const open = await store.findOpenCharge(tx, id);
    // Money for a charge of before the rejection is a person's to decide: paying again needs a new one.
    const isRejected =
      order.status === 'rejected' &&
      order.decidedAt !== null &&
      open !== undefined &&
      open.createdAt <= order.decidedAt;
    const isGood =
      !isRejected &&
      open?.amount === order.amount &&
      open.provider === provider.name &&
      open.expiresAt.getTime() - now.getTime() > LEFT_MS;
    if (open && isGood) return open;
    if (open) await store.closeCharge(tx, open.id);
    const serial = (await store.countCharges(tx, id)) + 1;
    return store.insertCharge(tx, {
      paymentId: id,
      provider: provider.name,
      txid: txidOf(order.paymentCode, serial),
      amount: order.amount,
      cardAmount: provider.methods.includes('card') ? await cardAmountFor(deps, tx, order.amount) : null,
      now,
      expiresAt: new Date(now.getTime() + provider.lifeMs),
    });
  });
}

/** Repeated after a cut connection it is the same charge: the txid is ours. */
async function makeAtProvider(deps: Deps, charge: store.ChargeRow, order: Order): Promise<NewCharge | null> {
  const { txid, amount, expiresAt } = charge;
  const now = deps.clock.now();
  if (!mayAsk(deps)) return null;
  const seconds = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  const text = `${deps.school.now.schoolName.slice(0, 80)} - pedido ${order.paymentCode}`;
  try {
    const card = { amount: charge.cardAmount ?? amount, instalments: instalmentsOf(deps).count };
    const made = await deps.pixProvider?.createCharge({ txid, amount, card, seconds, text });
    if (!made) return null;
    await store.saveMade(deps.db, charge.id, made);
    await publishNewAddress(deps);
    return made;
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    deps.log.warn({ fault: error.message }, 'the provider made no charge');
    if (error.isRefusal) {
      const { id: chargeId, paymentId } = charge;
      await openCase(deps.db, { paymentId, chargeId, txid, kind: 'refused', held: null, amount, now });
    }
    return null;
  }
}

/**
 * Whether it is paid by now. Watching triggers a read at the provider, at most once in a few seconds for all watchers.
 * The call that triggers it waits for the answer, so that a payment is reported without delay.
 */
export async function watchCharge(deps: Deps, sessions: Sessions, typedCode: string) {
  const order = await findByTypedCode(deps.db, typedCode);
  const open = deps.pixProvider && isOpenToPay(order) ? await store.findOpenCharge(deps.db, order.id) : undefined;
  if (!open?.pixCode) return { status: order.status, charge: null };
  const now = deps.clock.now();
  if (!mayAsk(deps) || !(await store.claimWatch(deps.db, open.id, now, WATCH_MS))) {
    return { status: order.status, charge: payableView(deps, open) };
  }
  await reconcileCharge(deps, sessions, open.id).catch((error) => {
    // It was logged, and how things stood before is still true.
    if (!(error instanceof ProviderFault)) throw error;
  });
  const { status } = await findByTypedCode(deps.db, typedCode);
  return { status, charge: isOpenToPay({ status }) ? payableView(deps, open) : null };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Only wakes us. Noted once; a stranger's is refused before anything is read or written. */
export async function receiveWebhook(
  deps: Deps,
  { provider: name, secret }: { provider: string; secret: string },
  body: unknown,
) {
  const provider = deps.pixProvider;
  const source = deps.config.pixProvider?.webhookSecret;
  const isKnown =
    provider?.name === name &&
    source !== undefined &&
    secretsIn(source).some((expected) => timingSafeEqual(sha256(secret), sha256(expected)));
  if (!provider || !isKnown) throw notFound();
  const events = provider.readWebhook(body);
  if (events.length === 0) return;
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    for (const { txid, event, mayBeForeign } of events) {
      const key = sha256(`${txid} ${event}`);
      if (!(await store.insertEvent(tx, { provider: name, key, txid, now }))) continue;
      await deps.jobs.send(tx, SYNC_JOB, { txid, mayBeForeign }, { key: key.toString('hex') });
    }
  });
}

/** A job that an earlier version sent lacks `mayBeForeign`. */
type WebhookNotice = { txid: string; mayBeForeign?: boolean };

/** What a webhook spoke of. */
async function reconcileNotified(deps: Deps, sessions: Sessions, { txid, mayBeForeign }: WebhookNotice): Promise<void> {
  const provider = deps.pixProvider;
  if (!provider) return;
  const charge = await store.findByTxid(deps.db, provider.name, txid);
  if (charge) return reconcileCharge(deps, sessions, charge.id);
  if (mayBeForeign) return;
  const now = deps.clock.now();
  const foreign = { paymentId: null, chargeId: null, held: null, amount: null };
  await openCase(deps.db, { ...foreign, txid, kind: 'unknown_charge', now });
}

/** Without webhooks, and after lost ones. */
async function reconcileDue(deps: Deps, sessions: Sessions): Promise<{ looked: number; unanswered: number }> {
  let [looked, unanswered] = [0, 0];
  if (!deps.pixProvider) return { looked, unanswered };
  await runEach(deps, {
    work: DUE_JOB,
    limit: DUE_AT_ONCE,
    list: (pausing, limit) => store.listDue(deps.db, { now: deps.clock.now(), pausing, limit }),
    idOf: ({ id }) => id,
    async run({ id }) {
      if (!mayAsk(deps)) return;
      looked += 1;
      await reconcileCharge(deps, sessions, id).catch((error) => {
        // The charge is postponed already: the provider is at fault, not the charge.
        if (!(error instanceof ProviderFault)) throw error;
        unanswered += 1;
      });
    },
  });
  return { looked, unanswered };
}

export function defineCharges(deps: Deps, sessions: Sessions): void {
  deps.jobs.define<WebhookNotice>({ name: SYNC_JOB, run: (told) => reconcileNotified(deps, sessions, told) });
  defineUpkeep(deps, { name: DUE_JOB, every: '* * * * *', run: () => reconcileDue(deps, sessions) });
  defineWebhookAddress(deps);
}
