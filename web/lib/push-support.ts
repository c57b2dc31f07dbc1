import { useSyncExternalStore } from 'react';
import { school } from './school.ts';

/**
 * What this browser can do about messages to the device. `install-first`: an iPhone or iPad gives them to installed apps
 * only. `blocked`: the person has said no to the browser, who alone can take it back.
 */
export type PushSupport = 'ready' | 'install-first' | 'blocked' | 'none';

/** iPads call themselves Macs; only they are Macs that are touched. */
const isApplePhone = ({ userAgent, maxTouchPoints }: Navigator) =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

export function pushSupport(): PushSupport {
  if (!school.hasWorker || !('serviceWorker' in navigator)) return 'none';
  if (!('PushManager' in globalThis && 'Notification' in globalThis)) {
    return isApplePhone(navigator) ? 'install-first' : 'none';
  }
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** Whether it can be asked for: it was neither granted nor refused here. */
const isUnasked = () => pushSupport() === 'ready' && Notification.permission === 'default';

const never = () => () => undefined;

/** Null while it is not known: on the server, and in what takes over from there. */
export const usePushSupport = (): PushSupport | null =>
  useSyncExternalStore<PushSupport | null>(never, pushSupport, () => null);

export const useIsUnasked = (): boolean => useSyncExternalStore(never, isUnasked, () => false);
