import type { User } from '#contract/platform/users.ts';
import { watchInstallOffer } from '#web/lib/install.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { startServiceWorker } from '#web/lib/service-worker.ts';
import { sendLeftAnswers } from './left-answers.ts';
import { goOnOffline } from './offline-work.ts';

/** Begun once a person's first screen stands; the answer ends what belongs to this person. */
export function goOn(user: User): () => void {
  watchInstallOffer();
  startServiceWorker(user);
  refreshDevice(user.id);
  const stops = [sendLeftAnswers(user.id), goOnOffline(user)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Only for who has messages on this device; what fails is done by the next page. */
function refreshDevice(userId: string): void {
  if (localStore.read(localKey(userId, 'push')) === null) return;
  import('#web/features/platform/push/push-device.ts')
    .then(({ refreshPushDevice }) => refreshPushDevice(userId))
    .catch(() => undefined);
}
