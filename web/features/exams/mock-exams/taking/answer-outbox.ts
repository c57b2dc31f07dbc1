import { createStore, entries, keys, set } from 'idb-keyval';
import type { AnswerChange } from '#contract/exams/quiz-attempts.ts';
import { localKey } from '#web/lib/local-data.ts';
import { orElse } from '#web/lib/or-else.ts';

/** Answers that the server has not acknowledged, stored in this browser so that a reload or a crash loses none. */
export type AnswerOutbox = {
  load(): Promise<AnswerChange[]>;
  /** False: this browser cannot store it (private mode, full disk). */
  put(change: AnswerChange): Promise<boolean>;
  /** Deletes these changes, unless a newer one of the same question has replaced them. */
  remove(changes: readonly AnswerChange[]): Promise<void>;
};

/** The default store of idb-keyval, for the one operation that it does not offer. */
const store = createStore('keyval-store', 'keyval');

/** Answers of the notebook, or bubbles of the answer card. */
export type OutboxKind = 'attempt' | 'marks';

const attemptPrefix = (userId: string, attemptId: number | '', kind: OutboxKind) =>
  localKey(userId, `unsent:${kind}:${attemptId}${attemptId === '' ? '' : ':'}`);

/** Attempts of this user that left something unsent in this browser. */
export async function attemptsWithUnsent(userId: string, kind: OutboxKind = 'attempt'): Promise<number[]> {
  const prefix = attemptPrefix(userId, '', kind);
  const all = await orElse(() => keys<string>(store), []);
  const ids = all.filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length).split(':')[0]));
  return [...new Set(ids)].filter(Number.isSafeInteger);
}

/** One entry per question: two tabs with the same attempt do not overwrite each other's. */
export function openOutbox(userId: string, attemptId: number, kind: OutboxKind = 'attempt'): AnswerOutbox {
  const prefix = attemptPrefix(userId, attemptId, kind);
  const keyOf = ({ questionId }: AnswerChange) => `${prefix}${questionId}`;
  return {
    async load() {
      const all = await orElse(() => entries<string, AnswerChange>(store), []);
      return all.filter(([key]) => String(key).startsWith(prefix)).map(([, change]) => change);
    },
    put: (change) =>
      orElse(async () => {
        await set(keyOf(change), change, store);
        return true;
      }, false),
    // Errors are ignored: a store that fails here has failed at `put` as well, so there is no entry to remove.
    remove: (changes) => orElse(() => store('readwrite', (objects) => removeAll(objects, changes, keyOf)), undefined),
  };
}

function removeAll(objects: IDBObjectStore, changes: readonly AnswerChange[], keyOf: (change: AnswerChange) => string) {
  for (const change of changes) {
    const key = keyOf(change);
    const read: IDBRequest<AnswerChange | undefined> = objects.get(key);
    read.onsuccess = () => {
      if (read.result && read.result.seq <= change.seq) objects.delete(key);
    };
  }
  return new Promise<void>((resolve, reject) => {
    objects.transaction.oncomplete = () => resolve();
    objects.transaction.onabort = () => reject(objects.transaction.error);
  });
}
