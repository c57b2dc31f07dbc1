import { useSyncExternalStore } from 'react';
import type { FileChoice } from './download-files.ts';
import { type Download, downloadCourse } from './downloads.ts';

/** Downloads of this page. They continue while the person moves between screens, until the page is closed. */
const running = new Map<number, { fraction: number; controller: AbortController }>();
const listeners = new Set<() => void>();

const publish = () => {
  for (const listener of listeners) listener();
};

/** Downloads a course, or continues where it stopped. Throws an AbortError when it is paused. */
export async function runDownload(userId: string, courseId: number, choice: FileChoice): Promise<Download> {
  running.get(courseId)?.controller.abort();
  const own = { fraction: 0, controller: new AbortController() };
  running.set(courseId, own);
  publish();
  try {
    return await downloadCourse(userId, courseId, {
      choice,
      signal: own.controller.signal,
      onProgress: (fraction) => {
        own.fraction = fraction;
        publish();
      },
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
