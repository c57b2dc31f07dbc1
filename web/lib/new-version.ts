import { useEffect, useSyncExternalStore } from 'react';
import { isServed } from './api.ts';
import { queryClient } from './query-client.ts';
import { sessionStore } from './safe-storage.ts';

/** The build that this document was reloaded for: never twice. */
const RELOADED = 'reloadedFrom';

/** The script that this page began with. Its name changes with every build, and a deploy takes the old file away. */
const entry = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;

const typed = new Set<EventTarget>();
const textOfField = (field: EventTarget): string => {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field instanceof HTMLElement && field.isContentEditable ? (field.textContent ?? '') : '';
};

/** Remembers which fields were typed into: a form that keeps no draft is unsaved work, too. */
export function watchTyping(): void {
  addEventListener('input', ({ target }) => target && typed.add(target), { capture: true, passive: true });
}

function hasTypedText(): boolean {
  for (const field of typed) if (!(field instanceof Node && field.isConnected)) typed.delete(field);
  return [...typed].some((field) => textOfField(field) !== '');
}

/** Whoever would have the browser ask before the page is left is asked the same way. */
const isLeavingRefused = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

const isBusy = () => pauses > 0 || queryClient.isMutating() > 0 || hasTypedText() || isLeavingRefused();

let pauses = 0;
let isKnown = false;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** While a simulado is open nothing reloads, and nobody is told to. */
export function usePauseReloads(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    pauses += 1;
    changed();
    return () => {
      pauses -= 1;
      changed();
    };
  }, [active]);
}

/** Whether to tell the person that a new version waits. */
export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isKnown && pauses === 0,
    () => false,
  );

/** The service worker has another build by now: the next start takes it, or whoever presses the note's button. */
export function announceNewVersion(): void {
  isKnown = true;
  changed();
}

/**
 * A part's file did not come. After a deploy it is gone, and a fresh document brings the new ones: at once where
 * nothing can be lost by it and no more than once per build, else when the person says so. True: a new version is why.
 */
export async function checkForNewVersion(): Promise<boolean> {
  const script = entry();
  if (!script || !navigator.onLine || (await isServed(script)) !== false) return false;
  if (!isBusy() && sessionStore.read(RELOADED) !== script && sessionStore.write(RELOADED, script)) location.reload();
  else announceNewVersion();
  return true;
}
