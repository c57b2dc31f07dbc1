import type { OfflineQuestion } from '#contract/study/offline.ts';
import type { PracticeReveal } from '#contract/study/practice.ts';

/** What the server would tell of an answer, from the key that was taken along; null: the key stayed with the server. */
export const revealOf = ({ answerKey }: OfflineQuestion, optionId: number): PracticeReveal | null =>
  answerKey && { optionId, isCorrect: answerKey.rightOptionId === optionId, isAnnulled: false, ...answerKey };
