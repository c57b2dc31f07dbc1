import type { saveAnswers, saveMarks } from '#contract/exams/quiz-attempts.ts';
import { isFinal, isRefused, isSignedOut } from '#web/lib/api.ts';
import type { SaveFailure } from './attempt-session.ts';

/** The session has ended: the page is about to be left, and the answers wait in the outbox for the next login. */
const AFTER_LOGOUT_MS = 60_000;

/** A break lasts minutes; the student may end it earlier on another device. */
const PAUSED_RETRY_MS = 5000;

/** Whether a save that failed may be tried again, and when. */
export function explainSaveFailure(error: unknown): SaveFailure {
  if (isRefused<typeof saveAnswers>(error, 'attempt_expired')) return { end: 'expired' };
  if (isRefused<typeof saveAnswers>(error, 'attempt_closed')) return { end: 'closed' };
  if (isRefused<typeof saveAnswers>(error, 'attempt_elsewhere')) return { elsewhere: true };
  // The clock is stopped for a break, perhaps in another tab: the answers wait until it runs again.
  if (isRefused<typeof saveAnswers>(error, 'attempt_paused')) return { retryIn: PAUSED_RETRY_MS };
  // The notebook has closed: answers not sent in time no longer count.
  if (isRefused<typeof saveAnswers>(error, 'conflict')) return { end: 'notebook' };
  if (isSignedOut(error)) return { retryIn: AFTER_LOGOUT_MS };
  if (isRefused<typeof saveAnswers>(error, 'too_many_requests'))
    return { retryIn: (error.body?.retryAfter ?? 1) * 1000 };
  // Server overloaded: each client retries after a random delay, never earlier than Retry-After.
  if (isRefused<typeof saveAnswers>(error, 'unavailable') && error.body?.retryAfter)
    return { retryIn: error.body.retryAfter * 1000 * (1 + Math.random() / 2) };
  return isFinal(error) ? { end: 'refused' } : { retryIn: null };
}

/** By the server's clock the answer card is not open yet: retry shortly. */
const CARD_RETRY_MS = 1000;

export const explainBubbleFailure = (error: unknown): SaveFailure =>
  isRefused<typeof saveMarks>(error, 'conflict') ? { retryIn: CARD_RETRY_MS } : explainSaveFailure(error);
