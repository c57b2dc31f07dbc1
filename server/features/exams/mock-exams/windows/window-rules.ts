import type { LateStart } from '#contract/exams/quiz-windows.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { deadlineOf, GRACE_MS } from '../grading/deadline.ts';

export type Window = { opensAt: Date; closesAt: Date; lateStart: LateStart; resultsAt: Date };

/** The last moment at which a student may still be answering. */
export const resultsAtOf = (closesAt: Date, lateStart: LateStart, timeLimit: number | null): Date =>
  lateStart === 'full' && timeLimit !== null ? new Date(closesAt.getTime() + timeLimit * MINUTE_MS) : closesAt;

/** Results are there once the last answer cannot arrive any more. */
export const areResultsOut = (resultsAt: Date, now: Date): boolean => resultsAt.getTime() < now.getTime() - GRACE_MS;

type Sitting = { state: 'early' | 'late' } | { state: 'open'; deadline: Date; resultsAt: Date | null };

/** What a start at this moment is: refused, inside the window, or an attempt like any other once the results are out. */
export function sittingAt(window: Window | null, now: Date, timeLimit: number | null): Sitting {
  const whole = deadlineOf(now, timeLimit);
  if (!window || areResultsOut(window.resultsAt, now)) return { state: 'open', deadline: whole, resultsAt: null };
  if (now.getTime() < window.opensAt.getTime()) return { state: 'early' };
  if (now.getTime() >= window.closesAt.getTime()) return { state: 'late' };
  const last = window.lateStart === 'full' && timeLimit !== null ? whole : window.closesAt;
  return {
    state: 'open',
    deadline: new Date(Math.min(whole.getTime(), last.getTime())),
    resultsAt: window.resultsAt,
  };
}
