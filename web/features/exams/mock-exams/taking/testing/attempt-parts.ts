import { vi } from 'vitest';
import type { AnswerChange, SavedAnswer } from '#contract/exams/quiz-attempts.ts';
import type { AnswerOutbox } from '../answer-outbox.ts';
import type { PendingFinish, PendingFinishStore } from '../pending-finish.ts';

/** An outbox that lives as long as the test. */
export function memoryOutbox(kept: AnswerChange[] = []): AnswerOutbox & { all(): AnswerChange[] } {
  const entries = new Map(kept.map((change) => [change.questionId, change]));
  return {
    all: () => [...entries.values()],
    load: async () => [...entries.values()],
    put: async (change) => {
      entries.set(change.questionId, change);
      return true;
    },
    remove: async (changes) => {
      for (const { questionId, seq } of changes) {
        if ((entries.get(questionId)?.seq ?? Number.POSITIVE_INFINITY) <= seq) entries.delete(questionId);
      }
    },
  };
}

/** An in-memory store for the pending finish. */
export function memoryPendingFinish(kept?: PendingFinish): PendingFinishStore {
  let wish = kept;
  return {
    load: async () => wish,
    keep: async (wanted) => {
      wish = wanted;
      return true;
    },
    drop: async () => {
      wish = undefined;
    },
  };
}

/** A server whose responses the test controls. */
export function manualServer() {
  const calls: {
    changes: AnswerChange[];
    answer(superseded?: SavedAnswer[]): Promise<void>;
    fail(why?: unknown): Promise<void>;
  }[] = [];
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(0);
  };
  const send = (changes: AnswerChange[]) =>
    new Promise<{ superseded: SavedAnswer[] }>((resolve, reject) => {
      calls.push({
        changes,
        answer: (superseded = []) => {
          resolve({ superseded });
          return settle();
        },
        fail: (why = new Error('offline')) => {
          reject(why);
          return settle();
        },
      });
    });
  return { calls, send, last: () => calls.at(-1) as (typeof calls)[number] };
}
