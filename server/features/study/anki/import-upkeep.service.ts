import { HOUR_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { endImport } from './import-work.service.ts';
import { IMPORT_JOB, UNDO_JOB } from './imports.service.ts';
import * as store from './imports.store.ts';

export const RESUME_JOB = 'resume-anki-imports';

/** Longer than a run and the pause before its retry. A job that is sent although another still waits does no harm. */
export const IDLE_MS = 2 * HOUR_MS;
/** With the pauses between them about a day. */
export const RESENDS_MAX = 12;
const BATCH = 100;

/** Resumes imports and undos whose job was lost or ran out of retries, and gives up those that never end. */
export function defineAnkiUpkeep(deps: Deps): void {
  defineUpkeep(deps, {
    name: RESUME_JOB,
    every: '*/20 * * * *',
    async run() {
      const before = new Date(deps.clock.now().getTime() - IDLE_MS);
      const { done } = await runEach(deps, {
        work: RESUME_JOB,
        limit: BATCH,
        list: (pausing, limit) => store.listIdleImports(deps.db, before, { pausing, limit }),
        idOf: (id) => id,
        run: (id) => resume(deps, id, before),
      });
      return { resumed: done };
    },
  });
}

const resume = (deps: Deps, id: number, before: Date): Promise<void> =>
  transact(deps, async (tx) => {
    const found = await store.lockImport(tx, id);
    if (found?.state !== 'running' && found?.state !== 'undoing') return;
    if (found.activeAt !== null && found.activeAt >= before) return;
    const now = deps.clock.now();
    if (found.resends < RESENDS_MAX) {
      await store.recordResend(tx, id, now);
      // Without a key: the queue stores the key of the lost job for a week and would ignore the same one.
      await deps.jobs.send(tx, found.state === 'running' ? IMPORT_JOB : UNDO_JOB, { id });
      return;
    }
    deps.log.error({ import: id, state: found.state }, 'a deck was given up');
    if (found.state === 'running') await endImport(tx, id, true);
    // The cards that are left can be undone once more.
    else await store.moveImport(tx, id, { from: 'undoing', to: 'done', now });
  });
