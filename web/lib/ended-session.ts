import { localStore, sessionStore } from './safe-storage.ts';

/** In this tab: where the session ended, so that the login can say why and lead back. */
const ENDED = 'sessionEnded';
/** In this browser: somebody has logged out by their own wish, perhaps in another tab. */
const LEFT = 'loggedOut';

export type EndedSession = { from: string; because: 'left' | 'ended' };

/** A call was refused: the session is gone while a screen was open. */
export function noteEndedSession(): void {
  const { pathname, search, hash } = location;
  const because = localStore.read(LEFT) === null ? 'ended' : 'left';
  sessionStore.write(ENDED, JSON.stringify({ from: pathname + search + hash, because } satisfies EndedSession));
}

/** Null where nothing ended, or nothing that can be read. */
export function readEndedSession(): EndedSession | null {
  try {
    const ended = JSON.parse(sessionStore.read(ENDED) ?? 'null') as EndedSession | null;
    // Only a place of our own may be led to.
    return ended && /^\/(?!\/)/.test(ended.from) ? ended : null;
  } catch {
    return null;
  }
}

/** Somebody is logged in. */
export function forgetEndedSession(): void {
  sessionStore.remove(ENDED);
  localStore.remove(LEFT);
}

/** Somebody logs out here: this tab needs no reason, the others do. */
export function noteLogout(): void {
  sessionStore.remove(ENDED);
  localStore.write(LEFT, 'yes');
}
