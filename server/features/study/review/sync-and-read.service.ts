import type { RawBuilder } from 'kysely';
import { readAsOne } from '#server/db/as-one.ts';
import { checkShared } from '#server/db/shared.ts';
import type { Deps } from '#server/deps.ts';
import { closeDue, dueReads } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { isOutdated, readDifficulties, studentReads } from '#server/features/study/mastery/mastery.service.ts';
import { bringUpToDate } from './memory.service.ts';
import { waitingAnswer } from './memory-states.store.ts';

/**
 * Reads a student's data in one statement: the given queries, whether the student's state is up to date, and whether
 * the shared cache is still valid. If the state is behind, it is brought up to date and read again.
 */
export async function syncAndRead<Queries extends Record<string, RawBuilder<unknown>>>(
  deps: Deps,
  userId: string,
  queries: Queries,
) {
  const read = async () => {
    const { reads, settle } = checkShared(deps.db);
    const own = { ...dueReads(deps, userId), waiting: waitingAnswer(userId), ...studentReads(userId) };
    const rows = await readAsOne(deps.db, { ...queries, ...own, ...reads });
    const { due, waiting, student, shared } = rows as Awaited<ReturnType<typeof readAsOne<typeof own & typeof reads>>>;
    return { rows, due, waiting, student: student[0], shared: settle(shared) };
  };
  const first = await read();
  const { model } = await readDifficulties(deps.db, first.shared);
  const isBehind = first.due.length > 0 || first.waiting.length > 0 || isOutdated(first.student, model.epoch);
  if (!isBehind) return first;
  await closeDue(deps, userId);
  await bringUpToDate(deps, userId);
  return read();
}
