import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { defineUpkeep, inBatches } from '#server/jobs/upkeep.ts';
import { dayOf } from '#server/time/calendar.ts';
import { syncAmountCase } from './cases.service.ts';
import type { PaymentRow } from './payments.store.ts';
import {
  claimedBy,
  type ProviderPayment,
  type StatementLine,
  sameAsLine,
  sameAsPayment,
  sumByBank,
} from './received-amounts.policy.ts';
import * as store from './received-amounts.store.ts';
import { insertEarlierEntries } from './refund-entries.store.ts';

/** Records what a provider reports for one charge. Idempotent. The caller has locked the order. */
export async function recordProviderPayments(
  deps: Deps,
  tx: Tx,
  order: PaymentRow,
  { chargeId, payments }: { chargeId: number; payments: readonly ProviderPayment[] },
): Promise<void> {
  const now = deps.clock.now();
  const proofIds = payments.length === 0 ? [] : await store.listProofIds(tx, order.id);
  for (const payment of payments) {
    const rows = await store.listReceivedAmounts(tx, order.id);
    const known = sameAsPayment(rows, chargeId, payment, proofIds);
    const { amount, endToEndId, fee, surcharge, receivedAt } = payment;
    const reported = { amount, endToEndId, fee, surcharge, chargeId, source: 'provider' as const };
    // The day of the first report holds where the provider does not say when the money came.
    const receivedOn = dayOf(receivedAt ?? known?.recordedAt ?? now);
    if (known) await store.updateReceivedAmount(tx, known.id, { ...reported, receivedOn });
    else await store.insertReceivedAmount(tx, order.id, { ...reported, receivedOn, by: null, now });
  }
  await syncAmountCase(deps, tx, order);
}

/** Records what a statement line tells of an order. Idempotent. The caller has locked the order. */
export async function recordStatementLine(
  deps: Deps,
  tx: Tx,
  order: PaymentRow,
  line: StatementLine & { by: string | null },
): Promise<void> {
  const known = sameAsLine(await store.listReceivedAmounts(tx, order.id), line);
  const { id: entryId, amount, day: receivedOn, endToEndId, by } = line;
  const told = { amount, receivedOn, endToEndId, entryId, source: 'statement' as const };
  if (known?.source === 'provider') await store.linkEntry(tx, known.id, entryId);
  else if (known) await store.updateReceivedAmount(tx, known.id, told);
  else await store.insertReceivedAmount(tx, order.id, { ...told, by, now: deps.clock.now() });
  await syncAmountCase(deps, tx, order);
}

/** The line was taken from its order. The caller has locked the order, where there is one. */
export async function removeStatementLine(deps: Deps, tx: Tx, order: PaymentRow | undefined, entryId: number) {
  await forgetStatementLine(tx, entryId);
  if (!order) return;
  await store.markLineRemoved(tx, order.id, deps.clock.now());
  await syncAmountCase(deps, tx, order);
}

/** The same, for a caller that changes the state of the order next. */
export const forgetStatementLine = (tx: Tx, entryId: number): Promise<void> => store.removeEntryAmount(tx, entryId);

/** Whether anything but this line speaks for the money of an order. The caller has locked the order. */
export const hasOtherMoney = async (tx: Tx, order: PaymentRow, entryId: number): Promise<boolean> =>
  (await store.listReceivedAmounts(tx, order.id)).some(
    ({ entryId: known, source, claimedAmount }) => known !== entryId || source === 'provider' || claimedAmount !== null,
  );

/** Amount that a person confirms for an order. `amount` left out: what the bank told, else the price. */
export type ByHand = { amount?: number | undefined; source: 'proof' | 'desk' };

/** Records what the office confirms beyond what a bank has told. The caller has locked the order. */
export async function recordByHand(
  deps: Deps,
  tx: Tx,
  order: PaymentRow,
  { amount: confirmed, source, by }: ByHand & { by: string | null },
): Promise<void> {
  const byBank = sumByBank(await store.listReceivedAmounts(tx, order.id));
  const amount = claimedBy(order.amount, byBank, confirmed);
  const now = deps.clock.now();
  if (amount === 0) return;
  await store.insertReceivedAmount(tx, order.id, { amount, source, receivedOn: dayOf(now), by, now });
}

/** Cents that a bank or a provider has told of. The caller has locked the order. */
export const sumToldByBank = async (tx: Tx, orderId: number): Promise<number> =>
  sumByBank(await store.listReceivedAmounts(tx, orderId));

/** The approval is taken back: what the office confirmed goes with it, what a bank told stays. */
export const removeByHand = (tx: Tx, order: PaymentRow): Promise<void> => store.deleteByHand(tx, order.id);

/** Cents that came for an order. The caller has locked the order. */
export async function sumReceived(tx: Tx, order: PaymentRow): Promise<number> {
  await store.insertMissingAmounts(tx, { paymentId: order.id, limit: 1 });
  return (await store.listReceivedAmounts(tx, order.id)).reduce((sum, { amount }) => sum + amount, 0);
}

/** While an earlier version runs beside this one, it approves and refunds without these rows. */
export function defineReceivedAmounts(deps: Deps): void {
  defineUpkeep(deps, {
    name: 'received-amounts',
    every: '41 * * * *',
    run: async () => ({
      added: await inBatches((limit) => store.insertMissingAmounts(deps.db, { limit })),
      refunds: await inBatches((limit) => insertEarlierEntries(deps.db, { limit })),
    }),
  });
}
