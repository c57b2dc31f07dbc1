import type { AnswerChange } from '../../../../contract/quiz-attempts.ts';
import type { AnswerOutbox } from './answer-outbox.ts';
import type { SaveFailure } from './attempt-session.ts';

type Parts = {
  outbox: AnswerOutbox;
  send(changes: AnswerChange[]): Promise<unknown>;
  explain(error: unknown): SaveFailure;
};

/**
 * Sends what a closed tab or a dead battery left behind. What the server will never take (the attempt has ended) is
 * forgotten; what it may take later stays.
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
