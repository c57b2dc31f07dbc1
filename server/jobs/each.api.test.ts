import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { runAll, runEach, runSteps } from './each.ts';
import { countFailures } from './failed-items.store.ts';
import { listRuns } from './upkeep.store.ts';
import { defineUpkeep } from './upkeep.ts';

const test = useTestApp();
let broken: Set<number>;
let batches: number[][];

beforeEach(async () => {
  await test.deps.db.deleteFrom('failed_items').execute();
  broken = new Set();
  batches = [];
});

const attempt = async (items: readonly number[]) => {
  batches.push([...items]);
  const bad = items.find((item) => broken.has(item));
  if (bad !== undefined) throw new Error(`item ${bad} is broken`);
};

/** The items that a store lists: without those that wait for their retry. */
const listOf = async (items: readonly number[], pausing: Pausing, limit: number) => {
  const { rows } = await sql<{ item: number }>`
    SELECT item FROM unnest(${items}::int[]) WITH ORDINALITY AS due (item, place)
    WHERE ${isUnpaused(pausing, sql`item`)} ORDER BY place LIMIT ${limit}`.execute(test.deps.db);
  return rows.map(({ item }) => item);
};

const run = (items: readonly number[], ways: { limit?: number; budgetMs?: number; isPart?: boolean } = {}) =>
  runEach(test.deps, {
    work: 'test-work',
    limit: 100,
    list: (pausing, limit) => listOf(items, pausing, limit),
    idOf: (item) => item,
    run: (item) => attempt([item]),
    ...ways,
  });

const failures = () =>
  test.deps.db
    .selectFrom('failed_items')
    .select(['item', 'failures', 'retry_at as retryAt'])
    .where('work', '=', 'test-work')
    .orderBy('item')
    .execute();

describe('runEach', () => {
  it('runs the items behind one that fails, counts it and logs its id with the error', async () => {
    broken.add(1);
    expect(await run([1, 2, 3])).toEqual({ done: 2, failed: 1 });
    expect(batches).toEqual([[1], [2], [3]]);
    const line = test
      .logged()
      .split('\n')
      .find((text) => text.includes('item 1 is broken'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, work: 'test-work', item: '1' });
  });

  it('retries a failed item after a pause that doubles from 5 minutes to 6 hours', async () => {
    broken.add(1);
    const pauses: number[] = [];
    for (let failure = 0; failure < 9; failure += 1) {
      expect(await run([1])).toEqual({ done: 0, failed: 1 });
      const [row] = await failures();
      const retryAt = row?.retryAt.getTime() ?? 0;
      pauses.push((retryAt - test.clock.now().getTime()) / MINUTE_MS);
      test.clock.set(new Date(retryAt - 1));
      expect(await run([1])).toEqual({ done: 0, failed: 0 });
      test.clock.advance(1);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 360, 360]);
  });

  it('forgets a failure when the item succeeds, and begins with the first pause when it fails again', async () => {
    broken.add(1);
    await run([1]);
    test.clock.advance(5 * MINUTE_MS);
    await run([1]);
    expect(await failures()).toMatchObject([{ item: '1', failures: 2 }]);
    broken.clear();
    test.clock.advance(10 * MINUTE_MS);
    expect(await run([1], { limit: 1 })).toEqual({ done: 1, failed: 0 });
    expect(await failures()).toEqual([]);
    broken.add(1);
    await run([1]);
    expect(await failures()).toMatchObject([{ item: '1', failures: 1 }]);
  });

  it('forgets a due failure that is no longer listed only after a run over everything that is due', async () => {
    broken.add(1);
    await run([1]);
    await run([2]);
    expect(await failures()).toHaveLength(1);
    test.clock.advance(HOUR_MS);
    await run([2, 3], { limit: 2 });
    await run([2], { budgetMs: 0 });
    await run([2], { isPart: true });
    expect(await failures()).toHaveLength(1);
    await run([2]);
    expect(await failures()).toEqual([]);
  });

  it('begins no item once its time is used up', async () => {
    expect(await run([1, 2], { budgetMs: 0 })).toEqual({ done: 0, failed: 0 });
    expect(batches).toEqual([]);
  });

  it('splits a batch that fails until only the broken items are left', async () => {
    broken.add(3).add(6);
    const items = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const together = {
      work: 'test-work',
      limit: 100,
      list: async () => items,
      idOf: (item: number) => item,
      atOnce: 8,
      runTogether: attempt,
    };
    expect(await runEach(test.deps, together)).toEqual({ done: 7, failed: 2 });
    expect((await failures()).map(({ item }) => item)).toEqual(['3', '6']);
    const done = batches.filter((batch) => batch.every((item) => !broken.has(item)));
    expect(done.flat().toSorted()).toEqual([1, 2, 4, 5, 7, 8, 9]);
    expect(batches[0]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('does not let broken items at the front fill the list of the next run', async () => {
    broken.add(1).add(2);
    expect(await run([1, 2, 3, 4], { limit: 2 })).toEqual({ done: 0, failed: 2 });
    expect(await run([1, 2, 3, 4], { limit: 2 })).toEqual({ done: 2, failed: 0 });
    test.clock.advance(6 * MINUTE_MS);
    expect(await run([1, 2, 3, 4], { limit: 2 })).toEqual({ done: 0, failed: 2 });
  });

  it('lists again until nothing is left but broken items', async () => {
    broken.add(2);
    const left = new Set([1, 2, 3, 4, 5]);
    const counts = await runEach(test.deps, {
      work: 'test-work',
      limit: 2,
      untilEmpty: true,
      list: (pausing, limit) => listOf([...left], pausing, limit),
      idOf: (item) => item,
      async run(item) {
        await attempt([item]);
        left.delete(item);
      },
    });
    expect(counts).toEqual({ done: 4, failed: 1 });
    expect([...left]).toEqual([2]);
  });
});

it('a one-off job runs every item and fails with all errors, so that the queue retries it', async () => {
  broken.add(1).add(3);
  const all = runAll([1, 2, 3, 4], (item) => attempt([item]));
  await expect(all).rejects.toMatchObject({ message: '2 of 4 items failed.', errors: { length: 2 } });
  expect(batches).toEqual([[1], [2], [3], [4]]);
});

it('an upkeep runs its other steps when one fails, and its last run counts the failures of all its work', async () => {
  await run([]);
  defineUpkeep(test.deps, {
    name: 'test-work',
    every: '0 3 * * *',
    run: () =>
      runSteps(test.deps, 'test-work', {
        first: async () => {
          throw new Error('the first step is broken');
        },
        second: async () => 2,
      }),
  });
  await runEach(test.deps, {
    work: 'test-work/part',
    limit: 2,
    list: async () => [1],
    idOf: (item) => item,
    run: async () => {
      throw new Error('broken');
    },
  });
  await test.deps.jobs.start({ work: false });
  await test.deps.jobs.send(test.deps.db, 'test-work', {});
  await test.deps.jobs.drain();
  const last = (await listRuns(test.deps.db)).find(({ name }) => name === 'test-work');
  expect(last?.result).toEqual({ second: 2, failed: 2 });
  await test.deps.jobs.send(test.deps.db, 'test-work', {});
  await test.deps.jobs.drain();
  expect(await failures()).toMatchObject([{ item: 'first', failures: 1 }]);
  expect(await countFailures(test.deps.db, 'test')).toBe(0);
});
