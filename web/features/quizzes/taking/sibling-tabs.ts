import type { AnswerChange } from '../../../../contract/quiz-attempts.ts';
import { localKey } from '../../../lib/local-data.ts';

/** Other tabs of this browser in which the same person has the same attempt open. */
export type SiblingTabs = {
  tell(change: AnswerChange): void;
  /** Until the returned function is called. Nothing is told or heard before or after. */
  join(onAnswer: (change: AnswerChange) => void): () => void;
};

/** A tab may still run another build than this one. */
const isAnswer = (data: unknown): data is AnswerChange => {
  if (typeof data !== 'object' || data === null) return false;
  const { questionId, optionId, flagged, seq } = data as Partial<Record<keyof AnswerChange, unknown>>;
  const isAnswered = optionId === null || Number.isSafeInteger(optionId);
  return Number.isSafeInteger(questionId) && isAnswered && typeof flagged === 'boolean' && Number.isSafeInteger(seq);
};

export function siblingTabs(userId: string, attemptId: number): SiblingTabs {
  let channel: BroadcastChannel | null = null;
  return {
    tell: (change) => channel?.postMessage(change),
    join(onAnswer) {
      // Without it the tabs still meet on the server, with every save.
      if (typeof BroadcastChannel === 'undefined') return () => undefined;
      const joined = new BroadcastChannel(localKey(userId, `attempt:${attemptId}`));
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
