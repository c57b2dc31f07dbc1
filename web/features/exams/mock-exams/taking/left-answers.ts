import type { AnswerChange } from '#contract/exams/quiz-attempts.ts';
import type { AnswerOutbox } from './answer-outbox.ts';
import type { SaveFailure } from './attempt-session.ts';
import type { PendingFinishStore } from './pending-finish.ts';

type Parts = {
  outbox: AnswerOutbox;
  send(changes: AnswerChange[]): Promise<unknown>;
  explain(error: unknown): SaveFailure;
};

/**
 * Sends answers left over by a closed tab or a dead battery. Answers that the server will never accept (the attempt
 * has ended) are dropped; the others stay queued.
 */
export async function sendLeftAnswers({ outbox, send, explain }: Parts): Promise<void> {
  const left = await outbox.load();
  if (left.length === 0) return;
  try {
    await send(left);
  } catch (error) {
    if (!('end' in explain(error))) return;
  }
  await outbox.remove(left);
}

type EndParts<T> = {
  outbox: AnswerOutbox;
  wish: PendingFinishStore;
  /** Reads the answers stored on the server. */
  read(): Promise<readonly { seq: number }[]>;
  finish(changes: AnswerChange[]): Promise<T>;
  explain(error: unknown): SaveFailure;
};

/**
 * Finishes an attempt that the student ended offline on a page that is now closed. If a later answer exists, given on
 * another device, the student went on: the pending finish is dropped and the answers are not.
 */
export async function endLeftAttempt<T>({ outbox, wish, read, finish, explain }: EndParts<T>): Promise<T | null> {
  const wanted = await wish.load();
  if (!wanted) return null;
  try {
    const standing = await read();
    if (standing.some(({ seq }) => seq > wanted.seq)) {
      await wish.drop();
      return null;
    }
    const left = await outbox.load();
    const result = await finish(left);
    await Promise.all([outbox.remove(left), wish.drop()]);
    return result;
  } catch (error) {
    if ('end' in explain(error)) await wish.drop();
    return null;
  }
}
