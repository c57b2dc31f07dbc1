import type { OfflineQuestion } from '#contract/study/offline.ts';
import type { PracticeReveal } from '#contract/study/practice.ts';

/** The server's verdict on an answer, computed from the downloaded key; null: the key was not downloaded. */
export const revealOf = ({ answerKey }: OfflineQuestion, optionId: number): PracticeReveal | null =>
  answerKey && { optionId, isCorrect: answerKey.rightOptionId === optionId, isAnnulled: false, ...answerKey };
