import { describe, expect, it } from 'vitest';
import { agreementOf, type PairCount, quadraticKappa } from './agreement.rules.ts';

const pair = (own: number, other: number, count = 1) => ({ own, other, count });

/** The textbook's way: matrices of observed and expected counts, every cell written out. */
function plainKappa(pairs: readonly { own: number; other: number }[]): number {
  const cells = Array.from({ length: 121 }, (_, at) => [Math.floor(at / 11), at % 11] as const);
  let [observed, expected] = [0, 0];
  for (const [row, column] of cells) {
    const weight = (row - column) ** 2 / 100;
    observed += weight * pairs.filter(({ own, other }) => own === row && other === column).length;
    const chance = pairs.filter(({ own }) => own === row).length * pairs.filter(({ other }) => other === column).length;
    expected += (weight * chance) / pairs.length;
  }
  return 1 - observed / expected;
}

describe('the agreement of readers', () => {
  it('is 1 when all scores are equal, 0 by chance and below 0 when they are reversed', () => {
    expect(quadraticKappa([pair(2, 2, 3), pair(9, 9)])).toBe(1);
    expect(quadraticKappa([pair(0, 0), pair(0, 10), pair(10, 0), pair(10, 10)])).toBe(0);
    expect(quadraticKappa([pair(0, 10), pair(10, 0)])).toBe(-1);
  });

  it('is unknown without pairs and when every score is the same', () => {
    expect(quadraticKappa([])).toBeNull();
    expect(quadraticKappa([pair(7, 7, 20)])).toBeNull();
  });

  it('equals the weighted matrices of the textbook', () => {
    const pairs = Array.from({ length: 60 }, (_, at) => pair((at * 7) % 11, (((at * 7) % 11) + (at % 4)) % 11));
    expect(quadraticKappa(pairs)).toBeCloseTo(plainKappa(pairs), 12);
  });

  it('has for each reader the mean difference to the others, in hundredths of the total', () => {
    const row = (readerId: string, own: number, other: number, count: number): PairCount => {
      return { readerId, own, other, count, difference: ((own - other) / 10) * count };
    };
    const figures = agreementOf([row('a', 8, 6, 1), row('a', 5, 5, 3), row('b', 6, 8, 1), row('b', 5, 5, 3)]);
    expect(figures.map(({ readerId, pairs, difference }) => [readerId, pairs, Math.round(difference)])).toEqual([
      ['a', 4, 5],
      ['b', 4, -5],
    ]);
  });
});
