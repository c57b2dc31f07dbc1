import type { ReturnedEssay } from '#contract/exams/essays.ts';

const shareOf = (points: number, most: number) => (most === 0 ? 0 : points / most);

/**
 * By the name of a criterion over all essays: the share of its points that was given, the smallest first, and in each
 * essay from the oldest to the newest.
 */
export function criterionShares(essays: readonly Pick<ReturnedEssay, 'criteria'>[]) {
  const byName = Map.groupBy(
    essays.flatMap(({ criteria }) => criteria),
    ({ name }) => name,
  );
  return [...byName]
    .map(([name, all]) => {
      const most = all.reduce((sum, one) => sum + one.most, 0);
      const given = all.reduce((sum, one) => sum + one.points, 0);
      return { name, shares: all.map((one) => shareOf(one.points, one.most)), share: shareOf(given, most) };
    })
    .toSorted((a, b) => a.share - b.share || a.name.localeCompare(b.name));
}
