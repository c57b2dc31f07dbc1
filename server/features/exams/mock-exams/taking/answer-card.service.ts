import type { AnswerChange, CardBubble } from '#contract/exams/quiz-attempts.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { certainTime } from '#server/clock.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { isPaused, personalSheetMs } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { settleResults } from '../windows/window-results.service.ts';
import { closeNotebook, lockAttempt } from './answer-card.store.ts';
import { answerCardClosed, refuseElsewhere, refusePaused } from './attempt-results.ts';
import { findAttemptTimes } from './attempt-times.store.ts';
import { refuseIfOver, saveCall, saveOrRefuse } from './attempts.service.ts';
import { findAttempt, raiseLeaves, setDevice } from './attempts.store.ts';
import { asConduct } from './conduct.ts';
import { findQuizVersion } from './quizzes.store.ts';

async function openAttempt(deps: Deps, user: SessionUser, attemptId: number) {
  const attempt = await findAttempt(deps.db, attemptId, user.id);
  if (!attempt || attempt.isDirect) throw notFound();
  await refuseIfOver(deps, attempt);
  return attempt;
}

/** The student leaves the notebook early. When its time is over, the answer card starts without this call. */
export async function beginAnswerCard(deps: Deps, user: SessionUser, attemptId: number) {
  const now = deps.clock.now();
  const attempt = await openAttempt(deps, user, attemptId);
  refuseElsewhere(attempt.device !== null && attempt.device !== user.sessionId);
  const version = await findQuizVersion(deps.db, attempt.versionId);
  const sheet = asConduct(version?.conduct).sheet;
  if (!sheet || !attempt.notebookUntil) throw answerCardClosed();
  return transact(deps, async (tx) => {
    // A break that begins or a right that is granted meanwhile waits for the lock.
    await lockAttempt(tx, attemptId);
    const times = await findAttemptTimes(tx, attemptId);
    refusePaused(times !== undefined && isPaused(times, now));
    const extra = { percent: times?.extraPercent ?? 0, minutes: 0 };
    const sheetMs = personalSheetMs(sheet.minutes * MINUTE_MS, extra);
    await closeNotebook(tx, attemptId, now, new Date(now.getTime() + sheetMs));
    if (times && attempt.resultsAt) await settleResults(tx, attempt.quizId);
    const { notebookUntil, deadlineAt } = (await findAttempt(tx, attemptId, user.id)) ?? attempt;
    return { notebookUntil: notebookUntil ?? now, deadlineAt, serverTime: now };
  });
}

/** A bubble has nothing but its option. */
export const asChange = (bubble: CardBubble): AnswerChange => ({
  ...bubble,
  flagged: false,
  doubted: false,
  leftBlank: false,
});

export async function saveBubbles(deps: Deps, user: SessionUser, attemptId: number, marks: readonly CardBubble[]) {
  // The card opens by the corrected clock and ends by the certain one: clocks that disagree take nothing away.
  const now = deps.clock.now();
  const call = { ...saveCall(user, attemptId, certainTime(deps.clock)), now };
  const { outcomes, notebookUntil } = await saveOrRefuse(deps, call, marks.map(asChange), 'card');
  if (!notebookUntil || now.getTime() < notebookUntil.getTime()) throw answerCardClosed();
  const wanted = new Map(marks.map(({ questionId, optionId }) => [questionId, optionId]));
  return {
    superseded: outcomes
      .filter(({ saved, questionId, optionId }) => !saved && wanted.get(questionId) !== optionId)
      .map(({ questionId, optionId, seq }) => ({ questionId, optionId, seq })),
    serverTime: now,
  };
}

export async function takeOver(deps: Deps, user: SessionUser, attemptId: number): Promise<void> {
  await openAttempt(deps, user, attemptId);
  await setDevice(deps.db, attemptId, user.sessionId);
}

/** Informative only: ignored, not refused, for an attempt that is over. */
export async function countLeaves(deps: Deps, user: SessionUser, attemptId: number, count: number): Promise<void> {
  if (await raiseLeaves(deps.db, attemptId, user.id, count)) return;
  if (!(await findAttempt(deps.db, attemptId, user.id))) throw notFound();
}
