import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import {
  dropEmptyCounts,
  listCountedIds,
  listDrifted,
  lockCounts,
  recountFigures,
  saveFigures,
  takeChanged,
} from './student-counts.store.ts';

const BATCH = 1000;
const MOST_BATCHES = 300;

/** Adds changed students to the counts, one transaction per batch. The rest waits for the next run. */
export async function countChangedStudents(deps: Deps): Promise<{ students: number }> {
  let students = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const taken = await transact(deps, async (tx) => {
      await lockCounts(tx);
      const userIds = await takeChanged(tx, BATCH);
      if (userIds.length > 0) await saveFigures(tx, userIds);
      return userIds.length;
    });
    students += taken;
    if (taken === 0) break;
  }
  return { students };
}

/**
 * Compares every student and every count with the tables, and repairs what differs. A difference is a bug: a write that
 * no trigger reported. Its number is logged as an error and shown on the system page.
 */
export async function recountStudents(deps: Deps): Promise<{ drifted: number; counts: number }> {
  let drifted = 0;
  for (let after: string | null = null; ; ) {
    const ids: string[] = await transact(deps, async (tx) => {
      await lockCounts(tx);
      const page = await listCountedIds(tx, after, BATCH);
      const wrong = await listDrifted(tx, page);
      if (wrong.length > 0) await saveFigures(tx, wrong);
      drifted += wrong.length;
      return page;
    });
    after = ids.at(-1) ?? null;
    if (ids.length < BATCH) break;
  }
  const counts = await transact(deps, async (tx) => {
    await lockCounts(tx);
    const wrong = await recountFigures(tx);
    await dropEmptyCounts(tx);
    return wrong;
  });
  if (drifted + counts > 0) deps.log.error({ drifted, counts }, 'counts of students differed from the tables');
  return { drifted, counts };
}

export function defineStudentCounts(deps: Deps): void {
  defineUpkeep(deps, {
    name: 'count-students',
    every: '* * * * *',
    atStart: true,
    run: () => countChangedStudents(deps),
  });
  defineUpkeep(deps, { name: 'recount-students', every: '33 4 * * *', run: () => recountStudents(deps) });
}
