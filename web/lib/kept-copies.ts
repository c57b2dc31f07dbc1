import { isKeptName } from './kept-names.ts';
import { orElse } from './or-else.ts';
import type { PageMessage } from './worker-messages.ts';

/** Nobody is logged in here: copies of what was read go, and the worker keeps nothing that is still on its way. */
export async function forgetCopies(): Promise<void> {
  const message: PageMessage = { kind: 'forget' };
  navigator.serviceWorker?.controller?.postMessage(message);
  // Also where no worker controls this page, as after a hard reload; without caches there is nothing.
  const names = (await orElse(() => caches.keys(), [])).filter(isKeptName);
  await Promise.all(names.map((name) => caches.delete(name)));
}
