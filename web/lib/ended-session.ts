import type { EndReason } from '#contract/errors.ts';
import { localStore, sessionStore } from './safe-storage.ts';

/** In this tab: where the session ended, so that the login can give the reason and lead back. */
const ENDED = 'sessionEnded';
/** In this browser: the user logged out on purpose, perhaps in another tab. */
const LEFT = 'loggedOut';

/**
 * `from` is the screen that was open, if any. `because` is `left` after a logout in another tab of this browser,
 * `ended` when the reason is unknown.
 */
export type EndedSession = { from: string | null; because: EndReason | 'left' | 'ended' };

/** For a browser without storage: kept only in this document. */
let inPage: EndedSession | null = null;

function note(ended: EndedSession): void {
  inPage = ended;
  sessionStore.write(ENDED, JSON.stringify(ended));
}

/** A call was refused: the session ended while a screen was open. `told` is the reason that the server gave. */
export function noteEndedSession(told?: EndReason): void {
  const { pathname, search, hash } = location;
  const because = told ?? (localStore.read(LEFT) === null ? 'ended' : 'left');
  note({ from: pathname + search + hash, because });
}

/** A page was opened with the cookie of a session that had ended, here or long before. */
export function noteWhyEnded(because: EndReason): void {
  note({ from: readEndedSession()?.from ?? null, because });
}

/** Null when no session ended, or the stored value is invalid. */
export function readEndedSession(): EndedSession | null {
  try {
    const ended = (JSON.parse(sessionStore.read(ENDED) ?? 'null') as EndedSession | null) ?? inPage;
    // Only a path of this origin may be the target.
    return ended && (ended.from === null || /^\/(?!\/)/.test(ended.from)) ? ended : null;
  } catch {
    return null;
  }
}

/** Called when a user is logged in. */
export function forgetEndedSession(): void {
  inPage = null;
  sessionStore.remove(ENDED);
  localStore.remove(LEFT);
}

/** Called at a logout: this tab needs no reason, the other tabs do. */
export function noteLogout(): void {
  inPage = null;
  sessionStore.remove(ENDED);
  localStore.write(LEFT, 'yes');
}
