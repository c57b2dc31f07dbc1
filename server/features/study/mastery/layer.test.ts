import { describe, expect, it } from 'vitest';
import { type Random, seeded } from '#server/features/study/review/engine/random.ts';
import {
  fitLayer,
  type LayerInput,
  layerChance,
  layerFeatures,
  nothingRecent,
  recentAfter,
  shippedWeights,
} from './layer.ts';
import { fitNight } from './layer-night.ts';
import { layerExamples } from './layer-replay.ts';
import { guessing, probability } from './mastery-model.ts';
import { type Answer, masteryStateOf, nothingLearnt } from './replay.ts';
import { beginner, continued, type StudentAnswer } from './student-replay.ts';

const input = (change: Partial<LayerInput> = {}): LayerInput => ({
  logit: 0.4,
  ability: 0.5,
  difficulty: 0.1,
  topicRights: 0,
  topicWrongs: 0,
  recent: nothingRecent(),
  before: 'never',
  days: 0,
  ...change,
});
const weightOf = (weights: readonly number[], name: (typeof layerFeatures)[number]) =>
  weights[layerFeatures.indexOf(name)] ?? 0;

/** Students who answer the same few questions again and again, and get better at each. */
function drilled(students: number, learnt: number, random: Random): Answer[] {
  return Array.from({ length: students }, (_, student) =>
    Array.from({ length: 30 }, (_, at): Answer => {
      const question = 1 + (at % 3);
      const times = Math.floor(at / 3);
      const chance = 1 / (1 + Math.exp(0.8 - learnt * times));
      return { student, question, topic: question, right: random() < chance, guess: 0 };
    }),
  ).flat();
}

describe('the layer', () => {
  it('says what the model says before it is fitted, and never less than a guess', () => {
    expect(layerChance(shippedWeights, input(), 0)).toBeCloseTo(1 / (1 + Math.exp(-0.4)), 12);
    expect(layerChance(shippedWeights, input({ logit: -20 }), 0.25)).toBeCloseTo(0.25, 6);
  });

  it('keeps the shipped weights without examples, and moves from them with many', () => {
    for (const [at, weight] of fitLayer([]).entries()) expect(weight).toBeCloseTo(shippedWeights[at] ?? 0, 9);
    const random = seeded(1);
    const examples = Array.from({ length: 4000 }, () => {
      const topicRights = Math.floor(random() * 8);
      const chance = 1 / (1 + Math.exp(-(0.4 + 0.8 * Math.log1p(topicRights))));
      return { input: input({ topicRights }), guess: 0.2, right: random() < 0.2 + 0.8 * chance };
    });
    const weights = fitLayer(examples);
    expect(weightOf(weights, 'topicRights')).toBeGreaterThan(0.5);
    expect(weightOf(weights, 'topicRights')).toBeLessThan(1.1);
    expect(Math.abs(weightOf(weights, 'days'))).toBeLessThan(0.01);
  });

  it('knows before an answer only what came before it', () => {
    const answers = drilled(4, 0.3, seeded(2));
    const whole = layerExamples(answers, nothingLearnt<number>());
    const cut = layerExamples(answers.slice(0, 50), nothingLearnt<number>());
    expect(whole.slice(0, 50)).toEqual(cut);
    const [first, , , again] = whole;
    expect(first?.input).toMatchObject({ topicRights: 0, topicWrongs: 0, before: 'never', recent: nothingRecent() });
    expect((again?.input.topicRights ?? 0) + (again?.input.topicWrongs ?? 0)).toBe(1);
    expect(again?.input.before).toBe(answers[0]?.right ? 'right' : 'wrong');
  });

  it('counts the days since the last answer in the topic', () => {
    const at = (day: number, question: number): Answer => ({
      student: 1,
      question,
      topic: 9,
      right: true,
      guess: 0,
      day,
    });
    const days = layerExamples([at(10, 1), at(10, 2), at(24, 3)], nothingLearnt<number>()).map((one) => one.input.days);
    expect(days).toEqual([0, 0, 14]);
  });

  it("has in a student's state what it has in the replay of a night", () => {
    const answers = drilled(1, 0.3, seeded(3));
    const mastery = nothingLearnt<number>();
    const last: Answer = { student: 0, question: 1, topic: 1, right: true, guess: 0 };
    const examples = layerExamples([...answers.map((one) => ({ ...one, guess: guessing(5) })), last], mastery);
    const met = new Set<number>();
    const own = answers.map(({ question, topic, right }, id): StudentAnswer => {
      const isFirst = !met.has(question);
      met.add(question);
      const about = { difficulty: null, difficultyAnswers: null, day: '2026-11-15', isNewQuestion: isFirst };
      return { ...about, id, topicId: topic, right, options: 5, isFirst };
    });
    expect(continued(beginner(), own, 0).recent).toEqual(examples.at(-1)?.input.recent);
  });

  it('averages how far answers were above what was expected', () => {
    const after = recentAfter(nothingRecent(), true, 0.6);
    expect(after).toMatchObject({ rights: 1, wrongs: 0 });
    expect(after.fast).toBeCloseTo(0.08, 12);
    expect(after.slow).toBeCloseTo(0.012, 12);
    const standing = masteryStateOf(nothingLearnt<number>(), 1, null);
    expect(probability(standing, { value: 0, answers: 0 }, 0)).toBe(0.5);
  });
});

describe('the night', () => {
  it('uses the layer where it predicts students that it did not learn from better than everything else', () => {
    const { check, isUsed, students } = fitNight(drilled(120, 0.35, seeded(4)));
    expect(students).toBe(120);
    expect(isUsed).toBe(true);
    expect(check?.layer.logLoss).toBeLessThan((check?.plain.logLoss ?? 0) - 0.03);
    expect(check?.layer.logLoss).toBeLessThan((check?.questionMean.logLoss ?? 0) - 0.03);
    expect(check?.layer.ece).toBeLessThan((check?.plain.ece ?? 0) / 2);
  });

  it('does not use the layer where a simple share predicts as well, nor without enough answers', () => {
    const random = seeded(5);
    const coins = drilled(100, 0, random).map((answer) => ({ ...answer, right: random() < 0.5 }));
    expect(fitNight(coins)).toMatchObject({ isUsed: false, check: { predicted: 600 } });
    expect(fitNight(drilled(3, 0.3, random))).toMatchObject({ isUsed: false, check: null, weights: shippedWeights });
  });
});
