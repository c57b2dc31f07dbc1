import { DAY_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { amountCaseOf } from '#server/features/money/payments/balance.policy.ts';
import {
  listComparedOrders,
  listUnconfirmed,
  openCase,
  syncAmountCase,
} from '#server/features/money/payments/cases.service.ts';
import { readAdminView } from '#server/features/money/payments/decisions.service.ts';
import { findByTypedCode } from '#server/features/money/payments/payments.service.ts';
import { lockOrder } from '#server/features/money/payments/received.service.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { runEach } from '#server/jobs/each.ts';
import { findRun } from '#server/jobs/upkeep.store.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { ProviderFault } from '#server/pix/provider/provider.ts';
import { hasChargedOrder, listChargesOf, listSince } from './charges.store.ts';
import { mayAsk, pauseOf, reconcileCharge } from './reconcile-charge.service.ts';

type Sessions = ReturnType<typeof createSessions>;

const COMPARE_JOB = 'compare-money';
const DAYS = 90;
/** Charges per run: a run ends long before its time is over, and sends the next one. */
const CHARGES_AT_ONCE = 100;
const ORDERS_AT_ONCE = 500;

/** Pauses in a row that bring no answer: the provider is not waited for all night. */
const PAUSES_MOST = 12;

/** Where the run before stopped, what it counted, and how many pauses in a row brought no answer. */
type Progress = { afterCharge?: number; compared?: number; unanswered?: number; pauses?: number };

/**
 * Compares the last 90 days with provider and statements. Every charge is read again, every order's amount case is
 * brought in line, and approved orders that a statement should show and does not become cases. Idempotent.
 */
async function compare(deps: Deps, sessions: Sessions, progress: Progress) {
  const since = new Date(deps.clock.now().getTime() - DAYS * DAY_MS);
  const { afterCharge = 0, compared = 0, unanswered = 0, pauses = 0 } = progress;
  const page = await readCharges(deps, sessions, { since, after: afterCharge, waits: pauses < PAUSES_MOST });
  const counts = { compared: compared + page.compared, unanswered: unanswered + page.unanswered };
  if (page.next !== null) {
    const hasAnswers = page.compared > page.unanswered;
    const rest = { ...counts, afterCharge: page.next, pauses: hasAnswers ? 0 : pauses + 1 };
    const startAfter = new Date(deps.clock.now().getTime() + page.pauseMs);
    await deps.jobs.send(deps.db, COMPARE_JOB, rest, page.pauseMs > 0 ? { startAfter } : {});
    return { ...counts, differences: 0 };
  }
  const differences = (await syncOrders(deps, since)) + (await openUnconfirmed(deps, since));
  return { ...counts, differences };
}

type Page = { since: Date; after: number; waits: boolean };

/** `next`: the charge after which the next run goes on; null: all are read. A pause ends the page before its charge. */
async function readCharges(deps: Deps, sessions: Sessions, { since, after, waits }: Page) {
  const provider = deps.pixProvider?.name;
  if (provider === undefined) return { compared: 0, unanswered: 0, next: null, pauseMs: 0 };
  const charges = await listSince(deps.db, { provider, since, after, limit: CHARGES_AT_ONCE });
  let [compared, unanswered, last] = [0, 0, after];
  for (const { id } of charges) {
    const isAnswered = pauseOf(deps) === 0 && (await isReconciled(deps, sessions, id));
    const pauseMs = pauseOf(deps);
    if (!isAnswered && pauseMs > 0 && waits) return { compared, unanswered, next: last, pauseMs };
    compared += 1;
    if (!isAnswered) unanswered += 1;
    last = id;
  }
  return { compared, unanswered, next: charges.length === CHARGES_AT_ONCE ? last : null, pauseMs: 0 };
}

/** One charge that fails holds up no other. */
async function isReconciled(deps: Deps, sessions: Sessions, id: number): Promise<boolean> {
  try {
    await reconcileCharge(deps, sessions, id);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderFault)) deps.log.error({ err: error, charge: id }, 'a charge was not compared');
    return false;
  }
}

/** Only orders whose amounts disagree are locked. */
async function syncOrders(deps: Deps, since: Date): Promise<number> {
  let differences = 0;
  for (let after = 0; ; ) {
    const page = await listComparedOrders(deps.db, { since, after, limit: ORDERS_AT_ONCE });
    const last = page.at(-1);
    if (!last) return differences;
    after = last.id;
    const different = page.filter((order) => amountCaseOf(order, order) !== null);
    differences += different.length;
    await runPage(deps, 'orders', different, ({ id }) =>
      transact(deps, async (tx) => {
        const order = await lockOrder(tx, id, null);
        if (order) await syncAmountCase(deps, tx, order);
      }),
    );
  }
}

async function openUnconfirmed(deps: Deps, since: Date): Promise<number> {
  const now = deps.clock.now();
  const found = (await listUnconfirmed(deps.db, since, ORDERS_AT_ONCE)).map((one) => ({ ...one, id: one.paymentId }));
  await runPage(deps, 'unconfirmed', found, ({ paymentId, paymentCode: txid, claimed }) =>
    openCase(deps.db, { paymentId, chargeId: null, txid, kind: 'unconfirmed', held: 0, amount: claimed, now }),
  );
  return found.length;
}

/** One broken order holds up no other: it is stored as failed, and the next comparison tries it again. */
const runPage = <T extends { id: number }>(
  deps: Deps,
  step: string,
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
) =>
  runEach(deps, {
    work: `${COMPARE_JOB}/${step}`,
    list: async () => items,
    limit: ORDERS_AT_ONCE + 1,
    isPart: true,
    idOf: ({ id }) => id,
    run: async (item) => void (await run(item)),
  });

/** What the office sees beside the order before it does something with its money. */
export async function checkBank(deps: Deps, sessions: Sessions, typedCode: string) {
  const { id } = await findByTypedCode(deps.db, typedCode);
  const asked = await askAboutOrder(deps, sessions, id);
  return { payment: await readAdminView(deps, id), ...asked };
}

/** Reads the charges of an order at the provider, and makes the order so. */
export async function askAboutOrder(deps: Deps, sessions: Sessions, id: number) {
  const provider = deps.pixProvider?.name;
  const charges = provider === undefined ? [] : await listChargesOf(deps.db, id, provider);
  let isAnswered = true;
  for (const charge of charges) {
    if (!mayAsk(deps)) isAnswered = false;
    else {
      await reconcileCharge(deps, sessions, charge.id).catch((error) => {
        if (!(error instanceof ProviderFault)) throw error;
        isAnswered = false;
      });
    }
  }
  return { isAsked: charges.length > 0, isAnswered };
}

/** Whether a provider knows the open order of a student: the office sees the state at the bank before it approves. */
export async function isOrderCharged(deps: Deps, tx: Tx, userId: string): Promise<boolean> {
  const provider = deps.pixProvider?.name;
  return provider !== undefined && (await hasChargedOrder(tx, userId, provider));
}

export async function readComparison(deps: Deps) {
  const run = await findRun(deps.db, COMPARE_JOB);
  const { compared = 0, unanswered = 0 } = run?.result ?? {};
  return { comparedAt: run?.ranAt ?? null, compared, unanswered };
}

/** The key makes presses of the same minute one run. */
export async function startComparison(deps: Deps): Promise<void> {
  const key = deps.clock.now().toISOString().slice(0, 16);
  await deps.jobs.send(deps.db, COMPARE_JOB, {}, { key });
}

export function defineComparison(deps: Deps, sessions: Sessions): void {
  defineUpkeep<Progress>(deps, {
    name: COMPARE_JOB,
    every: '10 3 * * *',
    run: (progress) => compare(deps, sessions, progress),
  });
}
