/** How many questions of each line an exam asks: the number itself, or its share of all by weight. */
export function expectedQuestions(
  head: { measure: string; totalQuestions: number | null },
  amounts: readonly number[],
): number[] {
  if (head.measure !== 'weight') return [...amounts];
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  return amounts.map((amount) => (sum > 0 ? ((head.totalQuestions ?? 0) * amount) / sum : 0));
}
