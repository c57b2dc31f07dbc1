/** What the money district calls the correction of an essay. */
export const correctionOf = (essayId: number): string => `essay:${essayId}`;
