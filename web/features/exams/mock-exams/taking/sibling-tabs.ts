import type { AnswerChange } from '#contract/exams/quiz-attempts.ts';
import { localKey } from '#web/lib/local-data.ts';
import type { OutboxKind } from './answer-outbox.ts';

/** Other tabs of this browser in which the same person has the same attempt open. */
export type SiblingTabs = {
  tell(change: AnswerChange): void;
  /** Joins until the returned function is called. Nothing is sent or received before or after. */
  join(onAnswer: (change: AnswerChange) => void): () => void;
};

/** A tab may still run another build than this one. */
const isAnswer = (data: unknown): data is AnswerChange => {
  if (typeof data !== 'object' || data === null) return false;
  const { questionId, optionId, flagged, seq } = data as Partial<Record<keyof AnswerChange, unknown>>;
  const isAnswered = optionId === null || Number.isSafeInteger(optionId);
  return Number.isSafeInteger(questionId) && isAnswered && typeof flagged === 'boolean' && Number.isSafeInteger(seq);
};

export function siblingTabs(userId: string, attemptId: number, kind: OutboxKind = 'attempt'): SiblingTabs {
  let channel: BroadcastChannel | null = null;
  return {
    tell: (change) => channel?.postMessage(change),
    join(onAnswer) {
      const joined = openChannel(localKey(userId, `${kind}:${attemptId}`));
      if (!joined) return () => undefined;
      channel = joined;
      joined.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (isAnswer(data)) onAnswer(data);
      };
      return () => {
        joined.close();
        if (channel === joined) channel = null;
      };
    },
  };
}

/**
 * Null if the browser has no BroadcastChannel, or forbids it with its storage: then the tabs sync through the server,
 * with every save.
 */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
