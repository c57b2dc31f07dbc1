import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import { listAllAnswers, listSpeakers } from './estimate.store.ts';
import { deleteOldLayers, saveLayer } from './layer.store.ts';
import type { FittedLayer } from './layer-night.ts';
import { readModel } from './mastery.store.ts';
import type { Answer } from './replay.ts';

/** A dozen weights need no more. */
const ANSWERS_MAX = 150_000;
const STUDENTS_MAX = 5_000;
const VERSIONS_KEPT = 90;

const workerPool = createWorkerPool<Answer[], FittedLayer>(new URL('./layer.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 1, waitingPerKey: 1 },
  longestMs: 10 * 60_000,
  tooLong: () => new Error('Fitting the layer took too long.'),
  tooMany: () => new Error('The layer is being fitted already.'),
});

/** Fits the layer on a sample of the school's students, in a worker, and uses it where it predicts best. */
export async function fitSchoolLayer(deps: Deps): Promise<Record<string, number>> {
  const { epoch } = await readModel(deps.db);
  const students: string[] = [];
  let count = 0;
  for (const { id, answers } of await listSpeakers(deps.db, epoch, STUDENTS_MAX)) {
    if (count + answers > ANSWERS_MAX && students.length > 0) break;
    students.push(id);
    count += answers;
  }
  const answers = students.length === 0 ? [] : await listAllAnswers(deps.db, students);
  if (answers.length === 0) return { predicted: 0 };
  const fitted = await workerPool(answers, 'night');
  const version = await transact(deps, async (tx) => {
    const saved = await saveLayer(tx, fitted, deps.clock.now());
    await deleteOldLayers(tx, VERSIONS_KEPT);
    return saved;
  });
  const { check, isUsed } = fitted;
  if (!check) return { predicted: 0 };
  return {
    predicted: check.predicted,
    ourLoss: check.layer.logLoss,
    calibrationPoints: check.layer.ece,
    plainLoss: check.plain.logLoss,
    shareLoss: check.shareRight.logLoss,
    meanLoss: check.questionMean.logLoss,
    [isUsed ? 'usedVersion' : 'rejectedVersion']: version,
  };
}

export function defineLayerWork(deps: Deps): void {
  defineUpkeep(deps, { name: 'fit-layer', every: '55 2 * * *', run: () => fitSchoolLayer(deps) });
}
