import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/handle.ts';
import type { Log } from '#server/log.ts';
import { countFailures } from './failed-items.store.ts';
import type { Jobs } from './jobs.ts';
import { saveRun, type UpkeepResult } from './upkeep.store.ts';

const BATCH = 5000;
const MOST_BATCHES = 40;

export type UpkeepNeeds = { jobs: Jobs; db: Db; clock: Clock; log: Log };

/**
 * Defines scheduled work. Its result is logged and shown on the system page, with the count of items that failed in
 * `runEach` and wait for their retry.
 */
export function defineUpkeep<T extends Record<string, unknown> = Record<string, unknown>>(
  deps: UpkeepNeeds,
  upkeep: { name: string; every: string; atStart?: boolean; run: (data: T) => Promise<UpkeepResult> },
): void {
  deps.jobs.define<T>({
    name: upkeep.name,
    every: upkeep.every,
    atStart: upkeep.atStart ?? false,
    async run(data) {
      const counts = await upkeep.run(data);
      const failed = await countFailures(deps.db, upkeep.name);
      const result = failed > 0 ? { ...counts, failed } : counts;
      // Most runs of a job that runs every minute find nothing to do.
      const level = Object.values(result).some((count) => count > 0) ? 'info' : 'debug';
      deps.log[level]({ upkeep: upkeep.name, ...result }, 'upkeep done');
      await saveRun(deps.db, upkeep.name, deps.clock.now(), result);
    },
  });
}

/** Deletes in many short statements instead of a long one with its locks; the remainder waits for the next run. */
export async function inBatches(remove: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const count = await remove(BATCH);
    removed += count;
    if (count < BATCH) break;
  }
  return removed;
}
