import type { Clock } from '../clock.ts';
import type { Db } from '../db/handle.ts';
import type { Log } from '../log.ts';
import type { Jobs } from './jobs.ts';
import { saveRun, type UpkeepResult } from './upkeep.store.ts';

const BATCH = 5000;
const MOST_BATCHES = 40;

export type UpkeepNeeds = { jobs: Jobs; db: Db; clock: Clock; log: Log };

/** Work that comes round by itself. What it did is logged, and shown on the system page. */
export function defineUpkeep(
  deps: UpkeepNeeds,
  upkeep: { name: string; every: string; run: () => Promise<UpkeepResult> },
): void {
  deps.jobs.define({
    name: upkeep.name,
    every: upkeep.every,
    async run() {
      const result = await upkeep.run();
      deps.log.info({ upkeep: upkeep.name, ...result }, 'upkeep done');
      await saveRun(deps.db, upkeep.name, deps.clock.now(), result);
    },
  });
}

/** Many short deletions instead of a long one that holds locks; what is left over waits for the next round. */
export async function inBatches(remove: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const count = await remove(BATCH);
    removed += count;
    if (count < BATCH) break;
  }
  return removed;
}
