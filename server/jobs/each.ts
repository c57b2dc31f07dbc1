import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/handle.ts';
import type { Pausing } from '#server/db/unpaused.ts';
import type { Log } from '#server/log.ts';
import { forgetDueFailures, forgetFailures, listFailures, recordFailure } from './failed-items.store.ts';

type Failure<T> = { item: T; error: unknown };

async function runSplitting<T>(
  items: readonly T[],
  run: (items: readonly T[]) => Promise<void>,
): Promise<Failure<T>[]> {
  try {
    await run(items);
    return [];
  } catch (error) {
    const [item] = items;
    if (item === undefined) throw error;
    if (items.length === 1) return [{ item, error }];
  }
  const half = Math.ceil(items.length / 2);
  return [...(await runSplitting(items.slice(0, half), run)), ...(await runSplitting(items.slice(half), run))];
}

/**
 * Runs every item of a one-off job. A failing item does not stop the others; at the end the job fails with all errors,
 * and the queue retries it.
 */
export async function runAll<T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await run(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} items failed.`);
}

/** Less than the five minutes of a job. */
const BUDGET_MS = 240_000;

type EachWork<T> = {
  /** The name of the job, with the step after a slash when it has several. */
  work: string;
  /** Items that are due, without those that wait for their retry: a store leaves them out by `isUnpaused`. */
  list: (pausing: Pausing, limit: number) => Promise<readonly T[]>;
  limit: number;
  /** An id, never personal data: it is logged and stored. */
  idOf: (item: T) => string | number;
  /** Lists again after a full list, until no item is left. */
  untilEmpty?: true;
  /** The list is only a subset of the due items: failures outside it stay recorded. */
  isPart?: boolean;
  /** No item is started after this time; the others wait for the next run. */
  budgetMs?: number;
} & (
  | { run: (item: T) => Promise<void> }
  /** A batch of items in one transaction. A batch that fails is split until only the broken items are left. */
  | { runTogether: (items: readonly T[]) => Promise<void>; atOnce: number }
);

type EachDeps = { db: Db; clock: Clock; log: Log };

/**
 * Runs every due item of scheduled work so that a broken one never stops the others: a failure is logged and stored,
 * and the item is retried after a growing pause. `defineUpkeep` reports how many wait for their retry.
 */
export async function runEach<T>(deps: EachDeps, each: EachWork<T>): Promise<{ done: number; failed: number }> {
  const begun = performance.now();
  const sum = { done: 0, failed: 0 };
  for (;;) {
    const pausing = { work: each.work, now: deps.clock.now() };
    const listed = (await each.list(pausing, each.limit)).map((item) => ({ item, id: String(each.idOf(item)) }));
    const { done, failed } = await runBatches(deps, each, listed, begun);
    sum.done += done;
    sum.failed += failed;
    const isCut = done + failed < listed.length;
    const isFull = listed.length >= each.limit;
    if (!isCut && !isFull && !each.isPart) await forgetDueFailures(deps.db, pausing);
    if (isCut || !isFull || !each.untilEmpty) return sum;
  }
}

type Identified<T> = { item: T; id: string };

async function runBatches<T>(
  deps: EachDeps,
  each: EachWork<T>,
  due: readonly Identified<T>[],
  begun: number,
): Promise<{ done: number; failed: number }> {
  const { work, budgetMs = BUDGET_MS } = each;
  const atOnce = 'run' in each ? 1 : each.atOnce;
  const run = async (items: readonly Identified<T>[]) => {
    if ('runTogether' in each) await each.runTogether(items.map(({ item }) => item));
    else for (const { item } of items) await each.run(item);
  };
  const failedBefore = await listFailures(
    deps.db,
    work,
    due.map(({ id }) => id),
  );
  let [done, failed] = [0, 0];
  for (let from = 0; from < due.length; from += atOnce) {
    if (performance.now() - begun >= budgetMs) break;
    const batch = due.slice(from, from + atOnce);
    const failures = await runSplitting(batch, run);
    for (const { item, error } of failures) {
      deps.log.error({ err: error, work, item: item.id }, 'an item failed and is retried later');
      await recordFailure(deps.db, { work, now: deps.clock.now() }, item.id);
    }
    const broken = new Set(failures.map(({ item }) => item.id));
    const recovered = batch.flatMap(({ id }) => (failedBefore.has(id) && !broken.has(id) ? id : []));
    await forgetFailures(deps.db, work, recovered);
    failed += failures.length;
    done += batch.length - failures.length;
  }
  return { done, failed };
}

/**
 * Independent steps of scheduled work, each isolated like an item of `runEach`. Returns the count of each step that
 * succeeded.
 */
export async function runSteps(
  deps: EachDeps,
  work: string,
  steps: Readonly<Record<string, () => Promise<number>>>,
): Promise<Record<string, number>> {
  const all = Object.entries(steps);
  const counts: Record<string, number> = {};
  await runEach(deps, {
    work,
    async list({ now }) {
      const failures = await listFailures(deps.db, work, Object.keys(steps));
      return all.filter(([name]) => (failures.get(name) ?? now) <= now);
    },
    limit: all.length + 1,
    idOf: ([name]) => name,
    run: async ([name, step]) => {
      counts[name] = await step();
    },
  });
  return counts;
}
