import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { refreshMastery, takeInAnswers } from '#server/features/study/mastery/mastery.service.ts';
import { replayAllCards } from './cards/card-answers.service.ts';
import { modelOf, replay } from './memory-replay.ts';
import * as store from './memory-states.store.ts';
import { lockWeightsForShare } from './student-memories.store.ts';

const AT_ONCE = 2000;
const QUESTIONS_AT_ONCE = 2000;
const STUDENTS_AT_ONCE = 50;

/**
 * Brings those of these students with new answers up to date, at most STUDENTS_AT_ONCE; the others follow at their
 * next read. A student who fails keeps the older state and does not hold up the others.
 */
export async function bringSomeUpToDate(deps: Deps, userIds: readonly string[]): Promise<void> {
  for (const userId of await store.listWaitingAmong(deps.db, userIds, STUDENTS_AT_ONCE)) {
    await bringUpToDate(deps, userId).catch((err: unknown) =>
      deps.log.error({ err, userId }, 'the memory of a student could not be brought up to date'),
    );
  }
}

/** From the first answer of each question to its last, by the weights that the student has now. */
async function replayQuestions(tx: Tx, userId: string, questionIds: readonly number[]): Promise<void> {
  const model = modelOf(await lockWeightsForShare(tx, userId));
  const log = Map.groupBy(await store.listLog(tx, userId, questionIds), ({ questionId }) => questionId);
  const states = [...log].flatMap(([questionId, rows]) => {
    const state = replay(rows, model);
    return state ? [{ ...state, questionId }] : [];
  });
  await store.saveStates(tx, userId, states);
}

/** Recomputes every state from the log, after the weights have changed. */
export async function replayEverything(tx: Tx, userId: string): Promise<void> {
  await replayAllCards(tx, userId);
  let after = 0;
  for (;;) {
    const questionIds = await store.listStateQuestions(tx, userId, after, QUESTIONS_AT_ONCE);
    if (questionIds.length > 0) await replayQuestions(tx, userId, questionIds);
    const last = questionIds.at(-1);
    if (last === undefined || questionIds.length < QUESTIONS_AT_ONCE) return;
    after = last;
  }
}

/**
 * Brings a student's memory, and what they know, up to date with the log. Each question that has something new is replayed from its first
 * answer, so a row that came in late, or out of order, ends where a rebuild of everything would.
 */
export async function bringUpToDate(deps: Deps, userId: string): Promise<void> {
  while (await store.hasWaiting(deps.db, userId)) {
    await transact(deps, async (tx) => {
      const waiting = await store.lockWaiting(tx, userId, AT_ONCE);
      const moved = waiting.flatMap(({ questionId, standsFor }) => [questionId, standsFor ?? questionId]);
      await replayQuestions(tx, userId, [...new Set(moved)]);
      const ids = waiting.map(({ id }) => id);
      await store.markApplied(tx, userId, ids);
      await takeInAnswers(deps, tx, userId, ids);
    });
  }
  await refreshMastery(deps, userId);
}
