import { certainTime, isInSync } from '#server/clock.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { closingTime, isOver, overdueBefore } from '#server/features/exams/mock-exams/grading/deadline.ts';
import { recordAnswersOfPractice } from '#server/features/study/review/answer-log.service.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import * as store from './timed-practice.store.ts';

const CLOSING_JOB = 'close-timed-practices';
const BATCH = 100;

/** Timed practices with a deadline before this moment are over. With clocks out of sync none is closed. */
const dueBefore = (deps: Deps) => (isInSync(deps.clock) ? overdueBefore(certainTime(deps.clock)) : new Date(0));

/** Whether the next read closes it. */
export const isToClose = (
  deps: Deps,
  { deadlineAt, finishedAt }: { deadlineAt: Date | null; finishedAt: Date | null },
) => deadlineAt !== null && finishedAt === null && deadlineAt.getTime() < dueBefore(deps).getTime();

/** Refuses choices also with clocks out of sync: the keys open at this moment. */
export const isDue = (deps: Deps, deadlineAt: Date) => isOver(deadlineAt, certainTime(deps.clock));

/**
 * Closes timed practices, grades their choices and logs the answers. Idempotent: a second call finds no choice to
 * grade. A practice that the version before has closed is graded here as well.
 */
async function closeTimed(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  for (const { id, userId, deadlineAt, finishedAt } of await store.lockTimed(tx, ids)) {
    if (finishedAt === null) await store.closeTimed(tx, id, closingTime(deadlineAt, now));
    const questionIds = await store.gradeChoices(tx, id);
    if (questionIds.length > 0) await recordAnswersOfPractice(tx, { userId, practiceId: id, questionIds, now });
  }
}

export const closeTimedPractices = (deps: Deps, ids: readonly number[]) =>
  transact(deps, (tx) => closeTimed(tx, ids, certainTime(deps.clock)));

/** What a read must not find open any more: the student's timed practice whose time is over. */
export async function closeDueTimed(deps: Deps, userId: string): Promise<void> {
  const ids = await store.listDueTimed(deps.db, userId, dueBefore(deps));
  if (ids.length > 0) await closeTimedPractices(deps, ids);
}

/** Closes what is overdue although no browser asks. */
export async function closeOverdueTimed(deps: Deps): Promise<number> {
  const before = dueBefore(deps);
  const { done } = await runEach(deps, {
    work: CLOSING_JOB,
    limit: BATCH,
    untilEmpty: true,
    list: (pausing, limit) => store.listOverdueTimed(deps.db, { before, pausing, limit }),
    idOf: (id) => id,
    run: (id) => closeTimedPractices(deps, [id]),
  });
  return done;
}

export function defineTimedPracticeWork(deps: Deps): void {
  defineUpkeep(deps, {
    name: CLOSING_JOB,
    every: '* * * * *',
    async run() {
      return { practices: await closeOverdueTimed(deps) };
    },
  });
}
