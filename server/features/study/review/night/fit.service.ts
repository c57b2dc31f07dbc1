import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readModel } from '#server/features/study/mastery/mastery.service.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { dayOf } from '#server/time/calendar.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import { bringUpToDate, replayEverything } from '../memory.service.ts';
import * as fits from './fit.store.ts';
import type { FitInput, FitOutput } from './fit.worker.ts';
import { LOG_MAX, listMemoryLog } from './night.store.ts';
import { answersByQuestion } from './traces.ts';

const FIT_JOB = 'fit-memories';
/** Fewer answers tell more about chance than about a memory. From here on a fit begins near the default weights. */
export const FIT_FROM = 100;
/** Tried again once there is a quarter more to learn from. */
const GROWTH = 1.25;
const STUDENTS_AT_ONCE = 40;
const RUN_MS = 120_000;

const workerPool = createWorkerPool<FitInput, FitOutput>(new URL('./fit.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 2, waitingPerKey: 2 },
  longestMs: 60_000,
  tooLong: () => new Error('Fitting a memory took too long.'),
  tooMany: () => new Error('Memories are being fitted already.'),
});

/**
 * Fits the weights of one student. They are stored if they predict held-out answers better than the default.
 * Undefined: this machine has no optimiser.
 */
export async function fitFor(deps: Deps, userId: string): Promise<'kept' | 'default' | undefined> {
  await bringUpToDate(deps, userId);
  const answers = await fits.countAnswers(deps.db, userId);
  const log = answersByQuestion(await listMemoryLog(deps.db, userId, LOG_MAX));
  const { guess } = await readModel(deps.db);
  const { isThere, weights } = await workerPool({ questions: [...log.values()], guess }, 'night');
  if (!isThere) return undefined;
  await saveFit(deps, userId, { weights, answers });
  return weights === null ? 'default' : 'kept';
}

/** What a fit has found (null: the defaults are better), with every state that follows from it. */
export async function saveFit(
  deps: Deps,
  userId: string,
  fit: { weights: number[] | null; answers: number },
): Promise<void> {
  const today = dayOf(deps.clock.now());
  // The row must exist before the change, so that a concurrent replay can lock it.
  await fits.ensureMemory(deps.db, userId);
  await transact(deps, async (tx) => {
    const isChanged = await fits.saveFit(tx, userId, { ...fit, today });
    if (isChanged) await replayEverything(tx, userId);
  });
}

/** A part of those with enough answers, or a quarter more than when it was tried last. */
export async function fitMemories(deps: Deps) {
  let hasOptimiser = true;
  let tried = 0;
  let kept = 0;
  await runEach(deps, {
    work: FIT_JOB,
    limit: STUDENTS_AT_ONCE,
    budgetMs: RUN_MS,
    list: (pausing, limit) => fits.listToFit(deps.db, { from: FIT_FROM, growth: GROWTH, pausing, limit }),
    idOf: (userId) => userId,
    async run(userId) {
      if (!hasOptimiser) return;
      const outcome = await fitFor(deps, userId);
      if (outcome === undefined) {
        hasOptimiser = false;
        deps.log.info('the native optimiser is not on this machine: memories go by the default weights');
        return;
      }
      tried += 1;
      if (outcome === 'kept') kept += 1;
    },
  });
  return { tried, kept, ownWeights: await fits.countOwnWeights(deps.db) };
}

export function defineFitWork(deps: Deps): void {
  defineUpkeep(deps, { name: FIT_JOB, every: '*/5 1-4 * * *', run: () => fitMemories(deps) });
}
