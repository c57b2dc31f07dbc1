import { useEffect, useSyncExternalStore } from 'react';
import { isServed } from './api.ts';
import { queryClient } from './query-client.ts';
import { sessionStore } from './safe-storage.ts';

/** The build for which this document was reloaded: only once per build. */
const RELOADED = 'reloadedFrom';

/** The entry script of this page. Its name changes with every build, and a deploy deletes the old file. */
const entry = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;

const typed = new Set<EventTarget>();
const textOfField = (field: EventTarget): string => {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field instanceof HTMLElement && field.isContentEditable ? (field.textContent ?? '') : '';
};

/** Records which fields were typed into: a form without a draft is unsaved work, too. */
export function watchTyping(): void {
  addEventListener('input', ({ target }) => target && typed.add(target), { capture: true, passive: true });
}

function hasTypedText(): boolean {
  for (const field of typed) if (!(field instanceof Node && field.isConnected)) typed.delete(field);
  return [...typed].some((field) => textOfField(field) !== '');
}

/** Dispatches `beforeunload`: a screen that would make the browser ask before leaving also prevents the reload. */
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

/** While a simulado is open, nothing reloads and no note asks for it. */
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

/** Whether to show that a new version is available. */
export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isKnown && pauses === 0,
    () => false,
  );

/** The service worker has another build: it is used at the next start, or when the button of the note is pressed. */
export function announceNewVersion(): void {
  isKnown = true;
  changed();
}

/**
 * The file of a chunk failed to load. After a deploy it is deleted, and a new document has the new files. Reloads at
 * once when nothing can be lost, at most once per build; otherwise the person decides. True: a new version is the
 * cause.
 */
export async function checkForNewVersion(): Promise<boolean> {
  const script = entry();
  if (!script || !navigator.onLine || (await isServed(script)) !== false) return false;
  if (!isBusy() && sessionStore.read(RELOADED) !== script && sessionStore.write(RELOADED, script)) location.reload();
  else announceNewVersion();
  return true;
}
