import type { User } from '#contract/platform/users.ts';
import { watchInstallOffer } from '#web/lib/install.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { startServiceWorker } from '#web/lib/service-worker.ts';
import { sendLeftAnswers } from './left-answers.ts';
import { goOnOffline } from './offline-work.ts';

/** Starts background work after the first screen of a user; the returned function stops what belongs to this user. */
export function goOn(user: User): () => void {
  watchInstallOffer();
  startServiceWorker(user);
  refreshDevice(user.id);
  const stops = [sendLeftAnswers(user.id), goOnOffline(user)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Only when push messages are on for this device; after a failure the next page tries again. */
function refreshDevice(userId: string): void {
  if (localStore.read(localKey(userId, 'push')) === null) return;
  import('#web/features/platform/push/push-device.ts')
    .then(({ refreshPushDevice }) => refreshPushDevice(userId))
    .catch(() => undefined);
}
