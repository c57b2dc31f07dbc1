import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawWithoutRepeats, groupByBaseText } from './draws.ts';

it('fills overlapping rules where taking what comes first would not', () => {
  // Both questions of the second rule come first in the pool of the first.
  expect(
    drawWithoutRepeats(
      [2, 2],
      [
        [1, 2, 3, 4],
        [1, 2],
      ],
    ).map((rule) => rule.toSorted()),
  ).toEqual([
    [3, 4],
    [1, 2],
  ]);
  // A chain: the third rule pushes the second, which pushes the first.
  const chain = drawWithoutRepeats([1, 1, 1], [[1, 2], [2, 3].toReversed(), [3]]);
  expect(chain.flat().toSorted()).toEqual([1, 2, 3]);
});

it('gives what there is when there is not enough', () => {
  expect(
    drawWithoutRepeats([3, 1], [[1, 2], [1]])
      .flat()
      .toSorted(),
  ).toEqual([1, 2]);
  expect(drawWithoutRepeats([2], [[]])).toEqual([[]]);
  expect(drawWithoutRepeats([], [])).toEqual([]);
});

/** The largest number of places that can be filled, by trying everything. */
function best(slots: number[], pools: number[][], used: Set<number> = new Set()): number {
  const [rule, ...rest] = slots;
  if (rule === undefined) return 0;
  let most = best(rest, pools, used);
  for (const question of pools[rule] ?? []) {
    if (used.has(question)) continue;
    most = Math.max(most, 1 + best(rest, pools, new Set([...used, question])));
  }
  return most;
}

it('never repeats, stays in the pools and fills as much as can be filled', () => {
  const pool = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), pool), { maxLength: 3 }), (rules) => {
      const counts = rules.map(([count]) => count);
      const pools = rules.map(([, questions]) => questions);
      const drawn = drawWithoutRepeats(counts, pools);
      expect(new Set(drawn.flat()).size).toBe(drawn.flat().length);
      drawn.forEach((questions, rule) => {
        expect(questions.length).toBeLessThanOrEqual(counts[rule] ?? 0);
        for (const question of questions) expect(pools[rule]).toContain(question);
      });
      const slots = counts.flatMap((count, rule) => Array.from({ length: count }, () => rule));
      expect(drawn.flat()).toHaveLength(best(slots, pools));
    }),
    { numRuns: 400 },
  );
});

it('keeps what is read with one text together, behind the fixed questions that have it', () => {
  const of = (questionId: number, baseTextId: number | null = null) => ({ questionId, baseTextId });
  const sheet = groupByBaseText([of(1), of(2, 7), of(3)], [of(4), of(5, 8), of(6, 7), of(9), of(10, 8)]);
  expect(sheet.map(({ questionId }) => questionId)).toEqual([1, 2, 6, 3, 4, 5, 10, 9]);
});
