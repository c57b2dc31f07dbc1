import { certainTime } from '#server/clock.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { aidsOf } from '#server/features/exams/exam-time/rights/aids.ts';
import { beginBreak, endBreak } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { settleResults } from '../windows/window-results.service.ts';
import { refuseElsewhere } from './attempt-results.ts';
import { type LockedAttempt, lockBreakable, saveBreak } from './attempt-times.store.ts';
import { refuseIfOver } from './attempts.service.ts';
import { findAttempt } from './attempts.store.ts';

const noBreak = () => new AppError('conflict', 'Você não tem pausa nesta prova.');
const noBreakLeft = () => new AppError('conflict', 'Você já usou as pausas desta prova.');

/** A student stops the clock of an open attempt. Twice is one break. */
export const startBreak = (deps: Deps, user: SessionUser, attemptId: number) =>
  changeBreak(deps, user, attemptId, (attempt, now) => {
    const next = beginBreak(attempt, now);
    if (!next) throw noBreakLeft();
    return next;
  });

/** The student goes on before the break is over. */
export const finishBreak = (deps: Deps, user: SessionUser, attemptId: number) =>
  changeBreak(deps, user, attemptId, endBreak);

async function changeBreak(
  deps: Deps,
  user: SessionUser,
  attemptId: number,
  change: (attempt: LockedAttempt, now: Date) => LockedAttempt,
) {
  const now = certainTime(deps.clock);
  const found = await findAttempt(deps.db, attemptId, user.id);
  if (!found || found.isDirect) throw notFound();
  await refuseIfOver(deps, found);
  refuseElsewhere(found.device !== null && found.device !== user.sessionId);
  return transact(deps, async (tx) => {
    const before = await requireFound(lockBreakable(tx, attemptId, user.id), noBreak);
    const after = change(before, now);
    const told = deps.clock.now();
    if (after !== before) {
      await saveBreak(tx, after);
      if (after.isInWindow) await settleResults(tx, after.quizId);
    }
    return {
      deadlineAt: after.deadline,
      notebookUntil: after.notebookUntil,
      aids: aidsOf(after, told),
      serverTime: told,
    };
  });
}
