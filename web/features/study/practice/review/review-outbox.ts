import { OFFLINE_SENT_AT_ONCE } from '#contract/limits.ts';
import { sendOffline } from '#contract/study/offline.ts';
import { call, isFinal } from '#web/lib/api.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { type ReviewAnswer, sendAnswer } from './review.queries.ts';

/**
 * Answers that the server has not acknowledged, stored in this browser: a reload, a crash or a lost network loses
 * none.
 */
const nameOf = (userId: string) => localKey(userId, 'unsent:review');

/** With the time at which it was given: it may be sent on another day. */
type QueuedAnswer = ReviewAnswer & { at?: string };

export function unsentAnswers(userId: string): QueuedAnswer[] {
  try {
    const kept: unknown = JSON.parse(localStore.read(nameOf(userId)) ?? '[]');
    return Array.isArray(kept) ? (kept as QueuedAnswer[]) : [];
  } catch {
    return [];
  }
}

function write(userId: string, answers: readonly QueuedAnswer[]): void {
  if (answers.length === 0) localStore.remove(nameOf(userId));
  else localStore.write(nameOf(userId), JSON.stringify(answers));
}

/** Queues one entry per key; a later entry for the same answer replaces it. */
export const queueUnsent = (userId: string, answer: ReviewAnswer): void =>
  write(userId, [
    ...unsentAnswers(userId).filter(({ key }) => key !== answer.key),
    { ...answer, at: new Date().toISOString() },
  ]);

const forget = (userId: string, key: string): void =>
  write(
    userId,
    unsentAnswers(userId).filter((answer) => answer.key !== key),
  );

/**
 * Queues the answer until the server has it. Rethrows the error; an answer that would be refused again is not queued.
 */
export async function deliver(userId: string, answer: ReviewAnswer) {
  queueUnsent(userId, answer);
  try {
    const { answer: told } = await sendAnswer(answer);
    forget(userId, answer.key);
    return told;
  } catch (error) {
    if (isFinal(error)) forget(userId, answer.key);
    throw error;
  }
}

/** Sends the answers left over from an earlier visit, each with its time. Returns whether none is left. */
export async function deliverAll(userId: string): Promise<boolean> {
  const waiting = unsentAnswers(userId);
  for (let from = 0; from < waiting.length; from += OFFLINE_SENT_AT_ONCE) {
    const deeds = waiting.slice(from, from + OFFLINE_SENT_AT_ONCE).map(({ at, ...answer }) => ({
      ...answer,
      kind: 'answer' as const,
      of: 'review' as const,
      // Entries stored by the version before have no time.
      at: at ?? new Date().toISOString(),
    }));
    const { results } = await call(sendOffline, { body: { deeds } });
    for (const { key, state } of results) if (state !== 'later') forget(userId, key);
  }
  return unsentAnswers(userId).length === 0;
}
