import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import {
  type DoneItem,
  insertCompletions,
  lockNextUnfinished,
  lockUnfinished,
  lockUnfinishedByAttempts,
} from './completions.store.ts';

const SWEEP_BATCH = 200;
const SWEEP_JOB = 'course-completions';

/**
 * Records the courses that became finished by what the student has just done, in the transaction that does it.
 * Each course is recorded once, for good.
 */
export async function recordCompletionIfFinished(deps: Pick<Deps, 'clock'>, tx: Tx, done: DoneItem) {
  const candidates = await lockUnfinished(tx, done);
  return candidates.length === 0 ? [] : insertCompletions(tx, candidates, deps.clock.now());
}

/** The same after attempts were closed or graded anew, in the transaction that does it. */
export async function recordCompletionsByAttempts(tx: Tx, attemptIds: readonly number[], now: Date) {
  if (attemptIds.length === 0) return [];
  const candidates = await lockUnfinishedByAttempts(tx, attemptIds);
  return candidates.length === 0 ? [] : insertCompletions(tx, candidates, now);
}

/**
 * What changes a course for all its students at once (a shorter list, a deleted lesson) is looked at in the
 * background: after each change of content for that course, and every night for all.
 */
export function defineCompletionSweep(deps: Deps): void {
  deps.jobs.define<{ courseId?: number }>({
    name: SWEEP_JOB,
    every: '40 3 * * *',
    async run({ courseId }) {
      let after = 0;
      for (;;) {
        const batch = await deps.db.transaction().execute(async (tx) => {
          const ids = await lockNextUnfinished(tx, { after, limit: SWEEP_BATCH, courseId });
          if (ids.length > 0) await insertCompletions(tx, ids, deps.clock.now());
          return ids;
        });
        if (batch.length < SWEEP_BATCH) return;
        after = batch.at(-1) ?? after;
      }
    },
  });
}

export const sweepCourse = (deps: Deps, tx: Tx, courseId: number) => deps.jobs.send(tx, SWEEP_JOB, { courseId });
