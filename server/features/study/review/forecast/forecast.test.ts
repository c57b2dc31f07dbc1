import fc from 'fast-check';
import { expect, it } from 'vitest';
import { policyNames } from '../engine/policies.ts';
import { memoryWeights } from '../memory-replay.ts';
import { type ForecastInput, forecast } from './forecast-work.ts';

const question = fc.record({
  group: fc.integer({ min: 0, max: 2 }),
  stability: fc.double({ min: 0.1, max: 400, noNaN: true }),
  difficulty: fc.double({ min: 1, max: 10, noNaN: true }),
  lastDay: fc.integer({ min: 20_300, max: 20_400 }),
  lastRight: fc.boolean(),
});
const situation = fc.record({
  form: fc.constantFrom('fsrs6' as const, 'exponential' as const),
  policy: fc.constantFrom(...policyNames),
  examDay: fc.option(fc.integer({ min: 20_401, max: 20_480 })),
  seen: fc.array(question, { minLength: 1, maxLength: 40 }),
  fresh: fc.integer({ min: 0, max: 60 }),
  minutes: fc.integer({ min: 5, max: 25 }),
});
const base = { weights: memoryWeights, guess: 0.25, today: 20_400, seed: 3 };

it('is a share with its doubt around it, of everything and of every subject, and the same for the same student', () => {
  fc.assert(
    fc.property(situation, (about) => {
      const input: ForecastInput = { ...base, ...about };
      const told = forecast(input);
      expect(forecast(input)).toEqual(told);
      expect(told[0]).toMatchObject({ group: -1, questions: about.seen.length });
      for (const { today, ifStopped, ifFollowed } of told) {
        expect(ifStopped === null).toBe(about.examDay === null);
        for (const recall of [today, ifStopped, ifFollowed]) {
          if (!recall) continue;
          const { mean, low, high } = recall;
          expect(low).toBeGreaterThanOrEqual(0);
          expect(low).toBeLessThanOrEqual(mean);
          expect(mean).toBeLessThanOrEqual(high);
          expect(high).toBeLessThanOrEqual(1);
        }
        // Nothing is remembered better by waiting.
        if (ifStopped) expect(ifStopped.mean).toBeLessThanOrEqual(today.mean + 1e-9);
      }
    }),
    { numRuns: 60 },
  );
});

it('more answered questions make it surer', () => {
  const seen = (count: number) =>
    Array.from({ length: count }, () => ({ group: 0, stability: 20, difficulty: 5, lastDay: 20_390, lastRight: true }));
  const width = (count: number) => {
    const [all] = forecast({
      ...base,
      form: 'fsrs6',
      policy: 'quota',
      examDay: 20_460,
      minutes: 15,
      fresh: 0,
      seen: seen(count),
    });
    return (all?.today.high ?? 0) - (all?.today.low ?? 0);
  };
  expect(width(200)).toBeLessThan(width(20));
});

it('the forecast does not count a right guess of a student who only guesses as knowledge', () => {
  const answered = (rights: number) =>
    Array.from({ length: 200 }, (_, at) => {
      const lastRight = at < rights;
      return { group: 0, stability: lastRight ? 20 : 0.3, difficulty: 5, lastDay: 20_390, lastRight };
    });
  const told = (rights: number, guess: number) => {
    const about = { form: 'fsrs6', policy: 'quota', examDay: 20_460, minutes: 1, fresh: 0 } as const;
    const [all] = forecast({ ...base, ...about, guess, seen: answered(rights) });
    return [all?.today.mean ?? 0, all?.ifStopped?.mean ?? 0];
  };
  const [wrongOnly] = told(0, 0.25);
  expect(told(50, 0.25)[0]).toBeLessThanOrEqual((wrongOnly ?? 0) + 1e-9);
  // Without a floor the same answers would be taken for knowledge.
  expect(told(50, 0)[0]).toBeGreaterThan((wrongOnly ?? 0) + 0.05);
  // Who has four of five right knows most of it.
  for (const [at, floored] of told(160, 0.25).entries()) expect((told(160, 0)[at] ?? 0) - floored).toBeLessThan(0.06);
});
