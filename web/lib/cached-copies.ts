import { isOwnCacheName } from './cache-names.ts';
import { orElse } from './or-else.ts';
import type { PageMessage } from './worker-messages.ts';

/** Nobody is logged in here: copies of what was read go, and the worker keeps nothing that is still on its way. */
export async function clearCachedCopies(): Promise<void> {
  const message: PageMessage = { kind: 'forget' };
  navigator.serviceWorker?.controller?.postMessage(message);
  // Also where no worker controls this page, as after a hard reload; without caches there is nothing.
  const names = (await orElse(() => caches.keys(), [])).filter(isOwnCacheName);
  await Promise.all(names.map((name) => caches.delete(name)));
}
