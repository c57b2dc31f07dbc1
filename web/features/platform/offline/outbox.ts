import type { OfflineAction } from '#contract/study/offline.ts';
import { localKey, localKeys } from '#web/lib/local-data.ts';
import { newKey } from '#web/lib/new-key.ts';
import { draftStore } from '#web/lib/stored-drafts.ts';

/**
 * Actions done offline that the server has not accepted yet. Each has a separate key: two tabs never overwrite each
 * other, and a full storage loses no existing entry. Named `unsent`, so that logging out asks first.
 */
const nameOf = (userId: string, key: string) => localKey(userId, `unsent:offline:${key}`);

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Subscribes to changes of the outbox in this tab and in other tabs. */
export function watchOutbox(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** A change may conflict with one from another device: `instead` is the action that then stores its text. */
type QueuedAction = OfflineAction & { instead?: NewAction };

/** In the order in which it was done. */
export function queuedActions(userId: string): QueuedAction[] {
  const own = [...new Set(localKeys())].filter((name) => name.startsWith(nameOf(userId, '')));
  return own
    .flatMap((name) => {
      try {
        return [JSON.parse(draftStore.read(name) ?? '') as QueuedAction];
      } catch {
        // A truncated entry cannot be sent.
        return [];
      }
    })
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** Without the id and time, which are added here if missing. */
export type NewAction = OfflineAction extends infer D
  ? D extends OfflineAction
    ? Omit<D, 'key' | 'at'> & { key?: string; at?: string }
    : never
  : never;

/** An entry with the same key is replaced. */
export function queueAction(
  userId: string,
  { key = newKey(), at = new Date().toISOString(), ...deed }: NewAction,
  instead?: NewAction,
): string {
  draftStore.write(nameOf(userId, key), JSON.stringify({ ...deed, key, at, ...(instead ? { instead } : {}) }));
  changed();
  return key;
}

/** Removes an accepted action, unless it was changed while it was being sent: the newer one is sent next. */
export function forgetSent(userId: string, deed: QueuedAction): void {
  const name = nameOf(userId, deed.key);
  if (draftStore.read(name) === JSON.stringify(deed)) draftStore.remove(name);
  changed();
}

export function removeAction(userId: string, key: string): void {
  draftStore.remove(nameOf(userId, key));
  changed();
}

/** The most seconds of one report (the server's limit, with a margin): more becomes another entry. */
const READING_MOST_SECONDS = 100;

/** Reading is reported every 20 seconds: a report that continues the last one of the same lesson is merged into it. */
export function queueReading(
  userId: string,
  report: { lessonId: number; position: number; activeSeconds: number; reachedEnd: boolean },
): void {
  const last = queuedActions(userId).findLast((deed) => deed.kind === 'reading');
  const joins =
    last?.lessonId === report.lessonId &&
    last.activeSeconds > 0 &&
    last.activeSeconds + report.activeSeconds <= READING_MOST_SECONDS;
  queueAction(userId, {
    kind: 'reading',
    ...report,
    ...(joins ? { key: last.key, activeSeconds: last.activeSeconds + report.activeSeconds } : {}),
  });
}
