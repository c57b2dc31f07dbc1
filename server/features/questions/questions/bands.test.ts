import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bandsOf } from './bands.ts';

const shared = (a: readonly number[], b: readonly number[]) => a.filter((band) => b.includes(band)).length;
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `palavra ${from + at}`);

it('bands do not depend on the order of the shingles, and no shingles have no bands', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (shingles) => {
      expect(bandsOf(shingles.toReversed())).toEqual(bandsOf(shingles));
    }),
  );
  expect(bandsOf([])).toEqual([]);
  expect(bandsOf(numbered(0, 3))).toHaveLength(20);
});

it('near-duplicates share a band, and texts with only a common phrase hardly ever do', () => {
  let [near, far] = [0, 0];
  for (let at = 0; at < 50; at += 1) {
    const own = numbered(at * 1000, at * 1000 + 50);
    // 41 of 59: what is left where every tenth word was changed.
    near += shared(bandsOf(own), bandsOf([...own.slice(9), ...numbered(at * 1000 + 500, at * 1000 + 509)])) > 0 ? 1 : 0;
    far += shared(bandsOf(own), bandsOf([...own.slice(45), ...numbered(at * 1000 + 500, at * 1000 + 545)])) > 0 ? 1 : 0;
  }
  expect(near).toBe(50);
  expect(far).toBeLessThan(3);
});

it('every band fits into an integer of the database', () => {
  for (const band of bandsOf(numbered(0, 40))) expect(Number.isInteger(band) && Math.abs(band) <= 2 ** 31).toBe(true);
});
