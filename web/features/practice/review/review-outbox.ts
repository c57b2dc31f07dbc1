import { isFinal } from '../../../lib/api.ts';
import { localKey } from '../../../lib/local-data.ts';
import { localStore } from '../../../lib/safe-storage.ts';
import { type ReviewAnswer, sendAnswer } from './review.queries.ts';

/** Answers that the server has not acknowledged, kept in this browser: a reload, a crash or a tunnel loses none. */
const nameOf = (userId: string) => localKey(userId, 'unsent:review');

export function unsentAnswers(userId: string): ReviewAnswer[] {
  try {
    const kept: unknown = JSON.parse(localStore.read(nameOf(userId)) ?? '[]');
    return Array.isArray(kept) ? (kept as ReviewAnswer[]) : [];
  } catch {
    return [];
  }
}

function write(userId: string, answers: readonly ReviewAnswer[]): void {
  if (answers.length === 0) localStore.remove(nameOf(userId));
  else localStore.write(nameOf(userId), JSON.stringify(answers));
}

/** One entry per key; what is told about the same answer later takes its place. */
export const keepUnsent = (userId: string, answer: ReviewAnswer): void =>
  write(userId, [...unsentAnswers(userId).filter(({ key }) => key !== answer.key), answer]);

const forget = (userId: string, key: string): void =>
  write(
    userId,
    unsentAnswers(userId).filter((answer) => answer.key !== key),
  );

/** Keeps the answer until the server has it. Throws what stopped it; what would be refused again is not kept. */
export async function deliver(userId: string, answer: ReviewAnswer) {
  keepUnsent(userId, answer);
  try {
    const { answer: told } = await sendAnswer(answer);
    forget(userId, answer.key);
    return told;
  } catch (error) {
    if (isFinal(error)) forget(userId, answer.key);
    throw error;
  }
}

/** Sends what an earlier visit left behind; whether nothing is left. */
export async function deliverAll(userId: string): Promise<boolean> {
  for (const answer of unsentAnswers(userId)) await deliver(userId, answer).catch(() => undefined);
  return unsentAnswers(userId).length === 0;
}
