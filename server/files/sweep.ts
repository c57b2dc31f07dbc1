import { HOUR_MS } from '#contract/time.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep, type UpkeepNeeds } from '#server/jobs/upkeep.ts';
import { claimFiles, insertUnclaimed, listUnclaimed } from './file-records.store.ts';
import type { Files } from './files.ts';

type Needs = UpkeepNeeds & { files: Files };

/** The name is from when proofs were the only files; the queue and the upkeep's history use it. */
export const FILES_JOB = 'payment-files';
/** An upload takes seconds; a file without a row after this time will never get one. */
const GRACE_MS = HOUR_MS;
const BATCH = 500;

/** Removes unclaimed files: left by a crash between file and row, or released with their rows. */
export function defineFileSweep(deps: Needs): void {
  defineUpkeep(deps, {
    name: FILES_JOB,
    every: '*/15 * * * *',
    async run() {
      let removed = 0;
      const before = new Date(deps.clock.now().getTime() - GRACE_MS);
      await runEach(deps, {
        work: FILES_JOB,
        limit: BATCH,
        list: (pausing, limit) => listUnclaimed(deps.db, { before, pausing, limit }),
        idOf: (key) => key,
        async run(key) {
          // The record is deleted first: an upload that is this late finds its claim gone and fails as a whole.
          if (!(await claimFiles(deps.db, [key]))) return;
          await removeOrKeepKey(deps, key);
          removed += 1;
        },
      });
      return { files: removed };
    },
  });
}

async function removeOrKeepKey(deps: Needs, key: string): Promise<void> {
  try {
    await deps.files.remove(key);
  } catch (error) {
    await insertUnclaimed(deps.db, [key], new Date(0));
    throw error;
  }
}
