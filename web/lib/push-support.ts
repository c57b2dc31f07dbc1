import { useSyncExternalStore } from 'react';
import { school } from './school.ts';

/**
 * Whether this browser can receive push messages. `install-first`: an iPhone or iPad supports them only in installed
 * apps. `blocked`: the person denied the permission, and only the browser's settings can restore it.
 */
export type PushSupport = 'ready' | 'install-first' | 'blocked' | 'none';

/** iPads identify as Macs; no Mac has a touch screen. */
const isApplePhone = ({ userAgent, maxTouchPoints }: Navigator) =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

export function pushSupport(): PushSupport {
  if (!school.hasWorker || !('serviceWorker' in navigator)) return 'none';
  if (!('PushManager' in globalThis && 'Notification' in globalThis)) {
    return isApplePhone(navigator) ? 'install-first' : 'none';
  }
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** Whether the permission can be requested: it was neither granted nor denied here. */
const isUnasked = () => pushSupport() === 'ready' && Notification.permission === 'default';

const never = () => () => undefined;

/** Null while unknown: on the server and during hydration. */
export const usePushSupport = (): PushSupport | null =>
  useSyncExternalStore<PushSupport | null>(never, pushSupport, () => null);

export const useIsUnasked = (): boolean => useSyncExternalStore(never, isUnasked, () => false);
