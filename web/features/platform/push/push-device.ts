import type { NotificationKind } from '#contract/platform/notifications.ts';
import { getPushState, type PushState, removePushDevice, savePushDevice } from '#contract/platform/push.ts';
import { call } from '#web/lib/api.ts';
import { localKey } from '#web/lib/local-data.ts';
import { unsubscribeBrowser } from '#web/lib/push-browser.ts';
import { pushSupport } from '#web/lib/push-support.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { localStore } from '#web/lib/safe-storage.ts';

export const pushStateQuery = readQuery(getPushState, keys.push);

/**
 * Local storage key: this user wants messages here. Per user, so that another account in the browser is not affected.
 */
const storageKeyOf = (userId: string) => localKey(userId, 'push');

const note = (state: PushState): PushState => {
  queryClient.setQueryData(pushStateQuery.queryKey, state);
  return state;
};

/** The permission was refused, or the browser's own service did not answer. */
export class PushRefused extends Error {
  readonly reason: 'permission' | 'browser';
  constructor(reason: PushRefused['reason'], cause?: unknown) {
    super(`no messages to this device: ${reason}`, { cause });
    this.reason = reason;
  }
}

async function manager(): Promise<PushManager> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  return (await serviceWorker.ready).pushManager;
}

const textOf = (key: ArrayBuffer | null) =>
  key &&
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The browser's subscription for the school's key: the existing one, or a new one if the key has changed. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  const push = await manager();
  const existing = await push.getSubscription();
  if (existing && textOf(existing.options.applicationServerKey) === publicKey) return existing;
  await existing?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** A browser that does not reach its service waits without an end. */
const LONGEST_WAIT_MS = 20_000;

async function subscribeSoon(publicKey: string): Promise<PushSubscription> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The push service did not answer.')), LONGEST_WAIT_MS);
  try {
    return await Promise.race([subscribe(publicKey), tooLong]);
  } catch (cause) {
    throw new PushRefused('browser', cause);
  } finally {
    clearTimeout(timer);
  }
}

async function save(userId: string, publicKey: string, kinds: readonly NotificationKind[]): Promise<PushState> {
  const { endpoint = '', keys: given = {} } = (await subscribeSoon(publicKey)).toJSON();
  const { p256dh = '', auth = '' } = given;
  const state = await call(savePushDevice, {
    body: { endpoint, keys: { p256dh, auth }, publicKey, kinds: [...kinds] },
  });
  localStore.write(storageKeyOf(userId), JSON.stringify(kinds));
  return note(state);
}

/**
 * Sets the kinds of messages for this device; none: unsubscribes it. Must be called in a click handler: the browser
 * asks for permission if it has not been asked before.
 */
export async function choosePushKinds(userId: string, kinds: readonly NotificationKind[]): Promise<PushState> {
  if (kinds.length === 0) {
    localStore.remove(storageKeyOf(userId));
    const state = note(await call(removePushDevice));
    await unsubscribeBrowser().catch(() => undefined);
    return state;
  }
  // Must come first: after another await the browser no longer accepts the click as a user gesture.
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused('permission');
  const { publicKey } = await queryClient.fetchQuery(pushStateQuery);
  if (publicKey === null) throw new PushRefused('browser');
  return save(userId, publicKey, kinds);
}

/**
 * Runs after the first screen, for users with messages on this device: the endpoint, the school's key or the session
 * may have changed, or the permission may be withdrawn.
 */
export async function refreshPushDevice(userId: string): Promise<void> {
  const kinds = JSON.parse(localStore.read(storageKeyOf(userId)) ?? '[]') as NotificationKind[];
  if (kinds.length === 0) return;
  if (pushSupport() !== 'ready' || Notification.permission !== 'granted') {
    await call(removePushDevice);
    localStore.remove(storageKeyOf(userId));
    return;
  }
  const { publicKey, device } = await call(getPushState);
  if (publicKey !== null) await save(userId, publicKey, device?.kinds ?? kinds);
}
