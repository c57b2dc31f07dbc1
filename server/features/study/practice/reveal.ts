import type { Content, Shares } from '#server/features/questions/questions/answer-shares.service.ts';

export function revealOf(content: Content, { isAnnulled }: { isAnnulled: boolean }, optionId: number, shares: Shares) {
  const right = content.options.find(({ isCorrect }) => isCorrect);
  return {
    optionId,
    isCorrect: isAnnulled || right?.id === optionId,
    rightOptionId: right?.id ?? 0,
    comment: content.comment,
    optionComments: content.options.map(({ id, comment }) => ({ id, comment })),
    isAnnulled,
    shares,
  };
}
