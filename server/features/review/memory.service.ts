import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { refreshMastery, takeInAnswers } from '../mastery/mastery.service.ts';
import { replay } from './memory-replay.ts';
import * as store from './memory-states.store.ts';

const AT_ONCE = 2000;
const STUDENTS_AT_ONCE = 50;

/** Those of these students with something new, as many as one look bears; the others at their own next look. */
export async function bringSomeUpToDate(deps: Deps, userIds: readonly string[]): Promise<void> {
  for (const userId of await store.listWaitingAmong(deps.db, userIds, STUDENTS_AT_ONCE))
    await bringUpToDate(deps, userId);
}

/**
 * Brings a student's memory, and what they know, up to date with the log. Each question that has something new is replayed from its first
 * answer, so a row that came in late, or out of order, ends where a rebuild of everything would.
 */
export async function bringUpToDate(deps: Deps, userId: string): Promise<void> {
  while (await store.hasWaiting(deps.db, userId)) {
    await transact(deps, async (tx) => {
      const waiting = await store.lockWaiting(tx, userId, AT_ONCE);
      const questionIds = [...new Set(waiting.map(({ questionId }) => questionId))];
      const log = Map.groupBy(await store.listLog(tx, userId, questionIds), ({ questionId }) => questionId);
      const states = [...log].flatMap(([questionId, rows]) => {
        const state = replay(rows);
        return state ? [{ ...state, questionId }] : [];
      });
      await store.saveStates(tx, userId, states);
      const ids = waiting.map(({ id }) => id);
      await store.markTakenIn(tx, ids);
      await takeInAnswers(deps, tx, userId, ids);
    });
  }
  await refreshMastery(deps, userId);
}
