import type { FirstScreen } from '#contract/first-screen.ts';
import { readDocument } from './api.ts';
import type { Key } from './entry-keys.ts';
import { queryClient, takeAnswers } from './query-client.ts';
import { keys } from './query-keys.ts';
import { whenHydrated } from './when-hydrated.ts';

/**
 * The page started from a cached document: the current data is fetched in one request. When the session belongs to
 * another user or to none, the page is reloaded.
 */
export async function refreshCachedDocument(kept: FirstScreen, reload = () => location.reload()): Promise<void> {
  // A section that hydrates with newer data than its HTML has would be a mismatch.
  const root = document.getElementById('root');
  if (root) await whenHydrated(root);
  const { pathname, search } = location;
  let screen: FirstScreen | null;
  try {
    screen = await readDocument(pathname + search);
  } catch {
    // Without a network the copy stays, and the screen says so; it is refreshed when the network is back.
    addEventListener('online', () => void refreshCachedDocument(kept, reload), { once: true });
    return;
  }
  if (screen && screen.user?.id !== kept.user?.id) return reload();
  // A plain shell: the session has ended, or the server is busy. The refetched queries show which.
  if (!screen) return void (await queryClient.invalidateQueries());
  // If the person has navigated meanwhile, the other screen fetches its own data.
  const answers = screen.answers.map(([key, data]) => [key as Key, data] as const);
  takeAnswers([[keys.session, screen.user], ...answers]);
}
