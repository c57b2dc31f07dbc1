import { ApiError } from '../../../lib/api.ts';
import type { SaveFailure } from './attempt-session.ts';

/** The session has ended: the page is about to be left, and the answers wait in the outbox for the next login. */
const AFTER_LOGOUT_MS = 60_000;

/** Whether a save that failed may be tried again, and when. */
export function explainSaveFailure(error: unknown): SaveFailure {
  if (!(error instanceof ApiError)) return { retryIn: null };
  const { status, code, body } = error;
  if (code === 'attempt_expired') return { end: 'expired' };
  if (code === 'attempt_closed') return { end: 'closed' };
  if (status === 401) return { retryIn: AFTER_LOGOUT_MS };
  if (status === 429) return { retryIn: (body?.retryAfter ?? 1) * 1000 };
  const comesBack = status === 0 || status === 408 || status >= 500;
  return comesBack ? { retryIn: null } : { end: 'refused' };
}
