import type { ItemKind } from '#contract/content/courses.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { issueCertificates, withdrawCertificates } from '#server/features/content/certificates/certificates.service.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { deleteCompletions, findCompletionChanges, type Regraded } from './completion-changes.store.ts';
import {
  type DoneItem,
  insertCompletions,
  isStillToPass,
  listFinishedWith,
  listUnfinished,
  lockUnfinished,
  lockUnfinishedAmong,
  lockUnfinishedByAttempts,
} from './completions.store.ts';

const SWEEP_BATCH = 200;
const SWEEP_JOB = 'course-completions';

/**
 * Records the courses that became finished by what the student has just done, in the transaction that does it.
 * Each course is recorded once, for good: only a result that is corrected takes it back (`carryResultsToCourses`).
 */
export async function recordCompletionIfFinished(deps: Deps, tx: Tx, done: DoneItem) {
  return finish(deps, tx, await lockUnfinished(tx, done), deps.clock.now());
}

/** The same after attempts were closed or regraded, in the same transaction. */
export async function recordCompletionsByAttempts(deps: Deps, tx: Tx, attemptIds: readonly number[], now: Date) {
  if (attemptIds.length === 0) return [];
  return finish(deps, tx, await lockUnfinishedByAttempts(tx, attemptIds), now);
}

/**
 * Updates courses and certificates after a regrade, in the transaction that stores the results: new completions are
 * recorded, and those that no longer hold are revoked.
 */
export async function carryResultsToCourses(deps: Deps, tx: Tx, results: readonly Regraded[], event: string) {
  const changes = await findCompletionChanges(tx, results);
  const reopened = changes.filter(({ becomes }) => becomes === 'reopened');
  await deleteCompletions(tx, reopened);
  await withdrawCertificates(deps, tx, reopened, event);
  await recordCompletionsByAttempts(
    deps,
    tx,
    results.map(({ id }) => id),
    deps.clock.now(),
  );
  return changes;
}

/** The same, thought of. Writes nothing. */
export const foreseeCourses = (db: Db, results: readonly Regraded[]) => findCompletionChanges(db, results);

/** Whether passing this quiz still brings the student nearer to a certificate. */
export const stillEarns = (db: Db, userId: string, quizId: number) => isStillToPass(db, userId, quizId);

const FINISHED_SHOWN = 10;

/** Shown at the end of a lesson or quiz: the courses that it completed. */
export const listFinished = (db: Db, userId: string, { kind, id }: { kind: ItemKind; id: number }) =>
  listFinishedWith(db, kind === 'lesson' ? { userId, lessonId: id } : { userId, quizId: id }, FINISHED_SHOWN);

/** Those of the held enrolments that are finished are recorded and earn their certificate. */
async function finish(deps: Deps, tx: Tx, enrollmentIds: readonly number[], now: Date) {
  const finished = enrollmentIds.length === 0 ? [] : await insertCompletions(tx, enrollmentIds, now);
  await issueCertificates(deps, tx, finished);
  return finished;
}

/**
 * What changes a course for all its students at once (a shorter list, a deleted lesson) is looked at in the
 * background: after each change of content for that course, and every night for all.
 */
export function defineCompletionSweep(deps: Deps): void {
  defineUpkeep<{ courseId?: number }>(deps, {
    name: SWEEP_JOB,
    every: '40 3 * * *',
    async run({ courseId }) {
      let [after, completions] = [0, 0];
      await runEach(deps, {
        work: SWEEP_JOB,
        limit: SWEEP_BATCH,
        untilEmpty: true,
        isPart: courseId !== undefined,
        async list(pausing, limit) {
          const ids = await listUnfinished(deps.db, { after, pausing, limit, courseId });
          after = ids.at(-1) ?? after;
          return ids;
        },
        idOf: (id) => id,
        atOnce: SWEEP_BATCH,
        async runTogether(ids) {
          const finished = await transact(deps, async (tx) =>
            finish(deps, tx, await lockUnfinishedAmong(tx, ids), deps.clock.now()),
          );
          completions += finished.length;
        },
      });
      return { completions };
    },
  });
}

export const sweepCourse = (deps: Deps, tx: Tx, courseId: number) => deps.jobs.send(tx, SWEEP_JOB, { courseId });
