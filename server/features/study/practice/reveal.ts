import type { Outdated } from '#contract/question-status.ts';
import type { Content, Shares } from '#server/features/questions/questions/answer-shares.service.ts';

type AskedState = { isAnnulled: boolean; outdated: Outdated };

export function revealOf(content: Content, { isAnnulled, outdated }: AskedState, optionId: number, shares: Shares) {
  const right = content.options.find(({ isCorrect }) => isCorrect);
  return {
    optionId,
    isCorrect: isAnnulled || right?.id === optionId,
    rightOptionId: right?.id ?? 0,
    comment: content.comment,
    optionComments: content.options.map(({ id, comment }) => ({ id, comment })),
    isAnnulled,
    outdated,
    shares,
  };
}

/** The key of a question that has no answer. */
export function unansweredKeyOf(content: Content, { isAnnulled, outdated }: AskedState) {
  return {
    rightOptionId: content.options.find(({ isCorrect }) => isCorrect)?.id ?? 0,
    comment: content.comment,
    optionComments: content.options.map(({ id, comment }) => ({ id, comment })),
    isAnnulled,
    outdated,
  };
}
