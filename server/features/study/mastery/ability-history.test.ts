import { describe, expect, it } from 'vitest';
import { seeded } from '#server/features/study/review/engine/random.ts';
import {
  type AbilityHistory,
  addToHistory,
  fitGainWeights,
  gainLikelihoods,
  historyOf,
  levelOf,
  noHistory,
  shippedGainWeights,
  storedHistory,
} from './ability-history.ts';

type Student = { count: number; from: number; gain?: number; guess?: number; seed?: number };

/** A student whose ability rises evenly from the first answer to the last. Guessers know nothing. */
function answered({ count, from, gain = 0, guess = 0.2, seed = 1 }: Student): AbilityHistory {
  const random = seeded(seed);
  const history = noHistory();
  for (let at = 0; at < count; at += 1) {
    const difficulty = 2 * random() - 1;
    const known = 1 / (1 + Math.exp(difficulty - from - (gain * at) / count));
    addToHistory(history, { value: difficulty, answers: 40 }, guess, random() < guess + (1 - guess) * known);
  }
  return history;
}
const levelAfter = (student: Student) => levelOf(answered(student), student.count, shippedGainWeights);
const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
const seeds = Array.from({ length: 12 }, (_, seed) => seed + 1);

describe('the ability today', () => {
  it('is near the true one, and its variance falls with every doubling of the answers', () => {
    for (const from of [-1, 0, 1])
      expect(Math.abs(mean(seeds.map((seed) => levelAfter({ count: 400, from, seed }).value)) - from)).toBeLessThan(
        0.25,
      );
    const variances = [60, 120, 240, 480, 960].map((count) =>
      mean(seeds.map((seed) => levelAfter({ count, from: 0, seed }).variance)),
    );
    expect(variances.toSorted((a, b) => b - a)).toEqual(variances);
  });

  it('is that of a student who knows nothing where 100 answers are as good as guesses', () => {
    const known = mean(seeds.map((seed) => levelAfter({ count: 100, from: -40, seed }).value));
    expect(1 / (1 + Math.exp(-known))).toBeLessThan(0.06);
  });

  it('follows a student who learns, and does not invent a gain for one who does not', () => {
    const weights = (gain: number) =>
      fitGainWeights(seeds.flatMap((seed) => [gainLikelihoods(answered({ count: 600, from: 0, gain, seed }))]));
    const error = (gain: number) =>
      mean(
        seeds.map((seed) => levelOf(answered({ count: 600, from: 0, gain, seed }), 600, weights(gain)).value - gain),
      );
    expect(Math.abs(error(1))).toBeLessThan(0.2);
    expect(Math.abs(error(0))).toBeLessThan(0.2);
  });

  it('is the prior before the first answer', () => {
    const { value, variance } = levelOf(noHistory(), 0, shippedGainWeights);
    expect(Math.abs(value)).toBeLessThan(0.4);
    expect(variance).toBeGreaterThan(0.8);
  });
});

describe('a stored history', () => {
  it('continues after a restart exactly as without one, whatever the number of answers', () => {
    for (const cut of [0, 14, 15, 16, 240, 241, 479]) {
      const random = seeded(3);
      const list = Array.from({ length: 500 }, () => ({ value: 2 * random() - 1, right: random() < 0.6 }));
      const add = (history: AbilityHistory, from: number, to: number) => {
        for (const { value, right } of list.slice(from, to)) addToHistory(history, { value, answers: 9 }, 0.25, right);
        return history;
      };
      const restarted = add(historyOf(storedHistory(add(noHistory(), 0, cut))), cut, 500);
      expect(storedHistory(restarted)).toEqual(storedHistory(add(noHistory(), 0, 500)));
    }
  });

  it('has a bounded size after any number of answers, and loses none of them', () => {
    const history = answered({ count: 5000, from: 0 });
    expect(storedHistory(history).length).toBeLessThanOrEqual(1 + 16 * 22);
    expect(history.chunks.reduce((sum, { answers }) => sum + answers, 0)).toBe(5000);
    // Full chunks have the same size, so that the trend is seen over the whole history.
    expect(new Set(history.chunks.slice(0, -1).map(({ answers }) => answers))).toEqual(new Set([history.chunkSize]));
    expect(history.chunks.length).toBeGreaterThan(8);
  });
});

describe('the gains of a school', () => {
  it('are the shipped ones without students, and follow many students', () => {
    for (const [at, weight] of fitGainWeights([]).entries())
      expect(weight).toBeCloseTo(shippedGainWeights[at] ?? 0, 12);
    const learners = Array.from({ length: 80 }, (_, seed) =>
      gainLikelihoods(answered({ count: 400, from: 0, gain: 1, seed: seed + 1 })),
    );
    const fitted = fitGainWeights(learners);
    expect(fitted.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
    const gained = (weights: readonly number[]) => weights.reduce((sum, one, at) => sum + one * (at / 2 - 0.5), 0);
    expect(gained(fitted)).toBeGreaterThan(0.75);
    expect(gained(shippedGainWeights)).toBeLessThan(0.4);
  });
});
