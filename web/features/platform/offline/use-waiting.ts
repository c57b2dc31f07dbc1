import { useSyncExternalStore } from 'react';
import type { OfflineAction } from '#contract/study/offline.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { queuedActions, watchOutbox } from './outbox.ts';
import { waitingWords } from './words.ts';

/** Answers of the review are queued under a separate storage key. */
function reviewAnswers(userId: string): number {
  try {
    return (JSON.parse(localStore.read(localKey(userId, 'unsent:review')) ?? '[]') as unknown[]).length;
  } catch {
    return 0;
  }
}

export const hasWaiting = (userId: string): boolean => queuedActions(userId).length + reviewAnswers(userId) > 0;

/** A text about the user's actions that wait for a network; empty if there are none. */
export const useWaiting = (userId: string): string =>
  useSyncExternalStore(
    watchOutbox,
    () => waitingWords(queuedActions(userId) as OfflineAction[], reviewAnswers(userId)),
    () => '',
  );
