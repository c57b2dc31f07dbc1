import { isOwnCacheName } from './cache-names.ts';
import { orElse } from './or-else.ts';
import type { PageMessage } from './worker-messages.ts';

/** Called without a session: deletes the cached copies, and the worker caches no response that is still on its way. */
export async function clearCachedCopies(): Promise<void> {
  const message: PageMessage = { kind: 'forget' };
  navigator.serviceWorker?.controller?.postMessage(message);
  // Deleted here, too: after a hard reload no worker controls the page. Without cache storage there is nothing to do.
  const names = (await orElse(() => caches.keys(), [])).filter(isOwnCacheName);
  await Promise.all(names.map((name) => caches.delete(name)));
}
