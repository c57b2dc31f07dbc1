import { sessionStore } from '#web/lib/safe-storage.ts';

/** Session storage key, per tab: the page from which the user went to Google. */
const FROM = 'beforeGoogle';

export type GoogleResult = 'done' | 'cancelled' | 'failed';

/** Off to Google; the page is left. */
export function goToGoogle(url: string): void {
  sessionStore.write(FROM, location.pathname + location.search);
  location.assign(url);
}

/** The result of the redirect, read once from the fragment that the server sets. */
export function takeGoogleResult(): GoogleResult | null {
  const result = new URLSearchParams(location.hash.slice(1)).get('google');
  if (!result) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return result === 'done' || result === 'cancelled' ? result : 'failed';
}

/** The path to continue at after the login, read once; null if the user did not come from a page of this app. */
export function takePathBeforeGoogle(): string | null {
  const from = sessionStore.read(FROM);
  sessionStore.remove(FROM);
  return from && /^\/(?![/\\])/.test(from) ? from : null;
}
