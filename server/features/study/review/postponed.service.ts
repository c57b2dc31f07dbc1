import { POSTPONED_MAX } from '#contract/study/review.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { inOpenAttempt } from './mistakes.service.ts';
import { findMistakeRow } from './mistakes.store.ts';
import { prepareReviewDay } from './review-day.service.ts';
import { addPostponed, removePostponed } from './review-day.store.ts';

/**
 * Puts a question off until tomorrow: one of the stored day, or one of the error notebook. Nothing is learned about the
 * memory, so that tomorrow asks it as it would have been asked today. Idempotent.
 */
export async function postpone(deps: Deps, user: SessionUser, questionId: number): Promise<void> {
  const now = deps.clock.now();
  // The notebook would reveal whether the answer was wrong.
  if ((await readUnderWay(deps.db, user.id, now)).has(questionId)) throw inOpenAttempt();
  const { stored } = await prepareReviewDay(deps, user.id, boughtCourses(user, now));
  const isAsked = async () => (await findMistakeRow(deps.db, user.id, questionId))?.outdated === null;
  if (!stored.questionIds.includes(questionId) && !(await isAsked())) {
    throw notFound('Esta questão não está na sua revisão.');
  }
  await transact(deps, (tx) => addPostponed(tx, user.id, dayOf(now), questionId, POSTPONED_MAX));
}

export const resume = (deps: Deps, user: SessionUser, questionId: number): Promise<void> =>
  transact(deps, (tx) => removePostponed(tx, user.id, questionId));
