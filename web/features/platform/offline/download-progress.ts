import { useSyncExternalStore } from 'react';
import { RemovedError } from './store-saved.ts';

/** Downloads of this page. They continue while the person moves between screens, until the page is closed. */
type Run = { fraction: number; controller: AbortController; isRemoved: boolean; ended: Promise<void> };
const running = new Map<number, Run>();
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
  const ended = Promise.withResolvers<void>();
  const own: Run = { fraction: 0, controller: new AbortController(), isRemoved: false, ended: ended.promise };
  running.set(courseId, own);
  publish();
  try {
    const result = await download(own.controller.signal, (fraction) => {
      own.fraction = fraction;
      publish();
    });
    if (!own.isRemoved) return result;
  } catch (error) {
    if (!own.isRemoved) throw error;
  } finally {
    if (running.get(courseId) === own) running.delete(courseId);
    publish();
    ended.resolve();
  }
  throw new RemovedError('The course was removed.');
}

export const pauseDownload = (courseId: number): void => running.get(courseId)?.controller.abort();

/** Stops a download because its course is removed, and waits until it writes nothing more. */
export async function stopDownload(courseId: number): Promise<void> {
  const run = running.get(courseId);
  if (!run) return;
  run.isRemoved = true;
  run.controller.abort();
  await run.ended;
}

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
