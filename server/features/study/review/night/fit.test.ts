import { generatorParameters } from 'ts-fsrs';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../engine/memory.ts';
import { seeded } from '../engine/random.ts';
import { modelOf, replay } from '../memory-replay.ts';
import { dividingDay, lossOf, towardsDefault, trainingItems, weightsIfBetter } from './fit.ts';
import { openOptimiser } from './optimiser.ts';
import { type AnsweredDay, answersByQuestion, traceOf } from './traces.ts';

const defaults = [...generatorParameters().w];
/** The weights of a student who forgets several times as fast. */
const quick = defaults.map((weight, at) => (at < 4 ? weight / 8 : at === 8 ? weight - 0.9 : weight));

function lived(weights: readonly number[], questions: number, seed: number): AnsweredDay[][] {
  const random = seeded(seed);
  const memory = memoryOf(weights);
  return Array.from({ length: questions }, (_, question) => {
    const answers: AnsweredDay[] = [[20_000 + (question % 40), random() < 0.6]];
    for (let n = 0; n < 5; n += 1) {
      const { stability, lastDay } = traceOf(memory, answers);
      const days = 1 + Math.floor(random() * 14);
      answers.push([lastDay + days, random() < memory.recall(stability, days)]);
    }
    return answers;
  });
}

describe('a fit', () => {
  it('is stored for a student who forgets differently, and predicts unseen answers better', async () => {
    // Where the native part is missing, what another machine would have found.
    const optimise = (await openOptimiser()) ?? (async () => quick);
    const questions = lived(quick, 200, 5);
    const from = dividingDay(questions) ?? 0;
    const fitted = weightsIfBetter(questions, await optimise(trainingItems(questions, from)), from);
    if (!fitted) throw new Error('it was not kept');
    expect(lossOf(questions, fitted, from)).toBeLessThan(lossOf(questions, defaults, from) - 0.02);

    // The engine and the package that keeps the states read the fitted weights alike.
    for (const answers of questions.slice(0, 30)) {
      const rows = answers.map(([day, isRight], at) => ({
        source: 'review',
        sourceKey: `${at}`,
        optionId: 1,
        isRight,
        day: new Date(day * 86_400_000).toISOString().slice(0, 10),
      }));
      const ours = traceOf(memoryOf(fitted), answers);
      const theirs = replay(rows, modelOf(fitted));
      expect(Math.abs(ours.stability - (theirs?.stability ?? 0)) / ours.stability).toBeLessThan(2e-3);
    }
  });

  it('is not kept where it predicts no better, is none, or has nothing to be judged by', () => {
    const questions = lived(defaults, 200, 6);
    const from = dividingDay(questions) ?? 0;
    expect(weightsIfBetter(questions, defaults, from)).toBeNull();
    expect(weightsIfBetter(questions, quick, from)).toBeNull();
    expect(weightsIfBetter(questions, defaults.slice(0, 19), from)).toBeNull();
    expect(weightsIfBetter(questions, defaults.with(3, Number.NaN), from)).toBeNull();
    expect(dividingDay(lived(defaults, 15, 7))).toBeNull();
    expect(dividingDay([])).toBeNull();
  });

  it('stays near the default weights with few repeats, and reaches the fitted ones with many', () => {
    const distance = (repeats: number) =>
      Math.abs((towardsDefault(quick, repeats)?.[8] ?? Number.NaN) - (defaults[8] ?? Number.NaN));
    const whole = Math.abs((quick[8] ?? 0) - (defaults[8] ?? 0));
    expect(distance(0)).toBeCloseTo(0, 9);
    expect(distance(100)).toBeCloseTo(whole * 0.2, 6);
    expect(distance(40_000)).toBeGreaterThan(whole * 0.98);
    expect(towardsDefault(defaults.slice(0, 19), 100)).toBeNull();
  });

  it('is judged from 100 answers on: 20 questions with five repeats each', () => {
    expect(dividingDay(lived(defaults, 20, 7))).not.toBeNull();
  });

  it('learns from nothing that it is judged by', () => {
    const questions = lived(defaults, 100, 8);
    const from = dividingDay(questions) ?? 0;
    const learnt = trainingItems(questions, from).length;
    const judged = questions.flatMap((answers) => answers.slice(1)).filter(([day]) => day >= from).length;
    expect(learnt + judged).toBeLessThanOrEqual(500);
    expect(judged).toBeGreaterThanOrEqual(100);
    for (const item of trainingItems(questions, from)) {
      expect(item[0]?.days).toBe(0);
      expect(item.slice(1).every(({ days }) => days > 0)).toBe(true);
    }
  });

  it('expects a guess where the memory has lost an answer, and is judged by that', () => {
    const memory = memoryOf(defaults);
    const answers: AnsweredDay[] = [
      [1, false],
      [100, true],
    ];
    const expected: number[] = [];
    for (const guess of [0, 0.25]) traceOf(memory, answers, guess, (chance) => expected.push(chance));
    const [plain = 0, floored = 0] = expected;
    expect(floored).toBeCloseTo(0.25 + 0.75 * plain, 12);
    expect(lossOf([answers], defaults, 50, 0.25)).toBeCloseTo(-Math.log(floored), 9);
    expect(traceOf(memory, answers, 0.25).likelihood).toBeGreaterThan(traceOf(memory, answers).likelihood);
    // The state itself is that of FSRS: a floor changes what is expected, not what is stored.
    expect(traceOf(memory, answers, 0.25).stability).toBe(traceOf(memory, answers).stability);
  });

  it('without the native part there is no optimiser, and nothing fails', async () => {
    expect(await openOptimiser(() => Promise.reject(new Error('Cannot find native binding')))).toBeNull();
  });
});

it('one answer a day moves a memory: what comes later on it, or earlier by a wrong clock, does not', () => {
  const rows = [
    { questionId: 1, day: 5, right: true },
    { questionId: 2, day: 5, right: false },
    { questionId: 1, day: 5, right: false },
    { questionId: 1, day: 4, right: false },
    { questionId: 1, day: 9, right: false },
  ];
  expect([...answersByQuestion(rows)]).toEqual([
    [
      1,
      [
        [5, true],
        [9, false],
      ],
    ],
    [2, [[5, false]]],
  ]);
});
