import type { saveAnswers } from '../../../../contract/quiz-attempts.ts';
import { isFinal, isRefused, isSignedOut } from '../../../lib/api.ts';
import type { SaveFailure } from './attempt-session.ts';

/** The session has ended: the page is about to be left, and the answers wait in the outbox for the next login. */
const AFTER_LOGOUT_MS = 60_000;

/** Whether a save that failed may be tried again, and when. */
export function explainSaveFailure(error: unknown): SaveFailure {
  if (isRefused<typeof saveAnswers>(error, 'attempt_expired')) return { end: 'expired' };
  if (isRefused<typeof saveAnswers>(error, 'attempt_closed')) return { end: 'closed' };
  if (isSignedOut(error)) return { retryIn: AFTER_LOGOUT_MS };
  if (isRefused<typeof saveAnswers>(error, 'too_many_requests'))
    return { retryIn: (error.body?.retryAfter ?? 1) * 1000 };
  return isFinal(error) ? { end: 'refused' } : { retryIn: null };
}
