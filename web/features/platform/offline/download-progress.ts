import { useSyncExternalStore } from 'react';

/** Downloads of this page. They continue while the person moves between screens, until the page is closed. */
const running = new Map<number, { fraction: number; controller: AbortController }>();
const listeners = new Set<() => void>();

const publish = () => {
  for (const listener of listeners) listener();
};

/** Runs a download of a course under a signal that `pauseDownload` aborts. A second one replaces the first. */
export async function runDownload<T>(
  courseId: number,
  download: (signal: AbortSignal, onProgress: (fraction: number) => void) => Promise<T>,
): Promise<T> {
  pauseDownload(courseId);
  const own = { fraction: 0, controller: new AbortController() };
  running.set(courseId, own);
  publish();
  try {
    return await download(own.controller.signal, (fraction) => {
      own.fraction = fraction;
      publish();
    });
  } finally {
    if (running.get(courseId) === own) running.delete(courseId);
    publish();
  }
}

export const pauseDownload = (courseId: number): void => running.get(courseId)?.controller.abort();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** How much of the course has come, from 0 to 1; null: no download is running. */
export const useDownloadProgress = (courseId: number): number | null =>
  useSyncExternalStore(
    subscribe,
    () => running.get(courseId)?.fraction ?? null,
    () => null,
  );
