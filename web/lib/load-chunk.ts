import { earlyEvents } from './early-events.ts';
import { untilDone } from './until-done.ts';

/** The file of a chunk failed to load: no network, or a deploy has deleted it. */
export class ChunkError extends Error {}

/** Stylesheets that failed to load. Vite requests each one only once, so the retry is done here. */
const lostStyles = new Set<HTMLLinkElement>();

/** Call before the first chunk is requested. */
export function watchLostStyles(): void {
  const note = (target: EventTarget | null) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  };
  // The document links some stylesheets itself: they were requested before this listener existed.
  earlyEvents().lost.forEach(note);
  addEventListener('error', ({ target }) => note(target), { capture: true });
}

export const isLostStyle = (link: HTMLLinkElement): boolean => lostStyles.has(link);

let restoring: Promise<unknown> | null = null;

/** Chunks that are requested together share one retry. */
function restoreStyles(): Promise<unknown> {
  restoring ??= Promise.all([...lostStyles].map(askAgain)).finally(() => {
    restoring = null;
  });
  return restoring;
}

const askAgain = (lost: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    const again = lost.cloneNode() as HTMLLinkElement;
    again.onload = () => resolve();
    again.onerror = reject;
    lost.replaceWith(again);
    // If it fails again, the listener adds the new element.
    lostStyles.delete(lost);
  });

/** Loads the code and style of a chunk. A failure is thrown as a ChunkError, and the next call tries again. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    await restoreStyles();
    return await load();
  } catch (cause) {
    throw new ChunkError('A part could not be loaded.', { cause });
  }
}

/** For a chunk that the user cannot request again: retried until it is loaded. */
export const loadWithRetry = <T>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve) => {
    const trying = untilDone(async () => {
      resolve(await load());
      removeEventListener('online', trying.now);
      return true;
    });
    addEventListener('online', trying.now);
    trying.now();
  });
