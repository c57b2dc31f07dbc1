import type { FirstScreen } from '#contract/first-screen.ts';
import { readDocument } from './api.ts';
import type { Key } from './entry-keys.ts';
import { queryClient, takeAnswers } from './query-client.ts';
import { keys } from './query-keys.ts';

/**
 * The page began with the document of last time: what is true now comes behind it, all in one answer. Another person
 * than then, or nobody, and the page begins anew.
 */
export async function refreshCachedDocument(kept: FirstScreen, reload = () => location.reload()): Promise<void> {
  const { pathname, search } = location;
  let screen: FirstScreen | null;
  try {
    screen = await readDocument(pathname + search);
  } catch {
    // Without a network the copy stands, and says so; it is asked for again when the network is back.
    addEventListener('online', () => void refreshCachedDocument(kept, reload), { once: true });
    return;
  }
  if (screen && screen.user?.id !== kept.user?.id) return reload();
  // A plain shell: the session was ended, or the server is busy. The calls themselves tell.
  if (!screen) return void (await queryClient.invalidateQueries());
  // Somebody has gone on to another screen, which asks for its own.
  const answers = screen.answers.map(([key, data]) => [key as Key, data] as const);
  takeAnswers([[keys.session, screen.user], ...answers]);
}
