import { describe, expect, it } from 'vitest';
import { missingEvidence } from '#server/features/study/mastery/evidence.ts';
import { expectedPoints, type Line } from '#server/features/study/mastery/expected-score.ts';
import { type LearntGains, shippedGains } from '#server/features/study/mastery/learnt-gains.ts';
import { expectedNet, scoreOf } from '#server/features/study/mastery/paper.ts';
import { gainOf, gainWithin } from './gain.ts';
import { lessonWorth, practiceWorth, type WorthTopic } from './worth.ts';

const line = (change: Partial<Line> = {}): Line => ({
  questions: 10,
  points: 1,
  offset: { value: 0, answers: 50 },
  forgotten: 0,
  difficulty: 0,
  spread: 0.3,
  guess: 0.2,
  ...change,
});
const ability = (value: number, answers = 200) => ({ value, answers, variance: 1 / (1 + 0.12 * answers) });

describe('the expected score', () => {
  it('is net of wrong answers, as simulated papers count it, and leaves blank what would lose points', () => {
    for (const [wrong, guess] of [
      [-0.25, 0.2],
      [-1, 0.5],
      [-1, 0.2],
    ] as const) {
      const lines = [line({ questions: 60, guess })];
      const rules = { wrong, blank: 0, passMark: null, subjects: [], isFromBank: true };
      const paper = lines.map((one) => ({ ...one, subjectId: 1 }));
      const formula = expectedPoints(ability(0.5), lines, wrong);
      expect(formula.score).toBeCloseTo(expectedNet(ability(0.5), paper, rules), 9);
      const simulated = scoreOf(ability(0.5), paper, rules);
      expect((formula.high - formula.low) / (simulated.high - simulated.low)).toBeGreaterThan(0.75);
      expect((formula.high - formula.low) / (simulated.high - simulated.low)).toBeLessThan(1.25);
    }
  });

  it('is the sum of worth and chance, and lies within what the exam has', () => {
    const two = [line(), line({ points: 2 })];
    const { score, low, high, of } = expectedPoints(ability(0), two);
    expect(of).toBe(30);
    expect(score).toBeCloseTo(30 * 0.6, 0);
    expect(0 < low && low < score && score < high && high < of).toBe(true);
    const best = expectedPoints(ability(8), two);
    expect(best.high).toBe(30);
    expect(best.score).toBeLessThanOrEqual(30);
  });

  it('grows with the ability, and its interval narrows with the evidence', () => {
    const at = (value: number, answers = 200) => expectedPoints(ability(value, answers), [line()]);
    expect(at(1).score).toBeGreaterThan(at(0).score);
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    expect(width(at(0, 10))).toBeGreaterThan(width(at(0, 500)));
  });

  it('does not depend on the order of the topics', () => {
    const lines = [line(), line({ difficulty: 1 }), line({ questions: 3, points: 2 })];
    expect(expectedPoints(ability(0.3), lines.toReversed()).score).toBeCloseTo(
      expectedPoints(ability(0.3), lines).score,
      10,
    );
  });
});

describe('the evidence for a score', () => {
  const topic = (of: number, answers: number) => ({ of, answers });
  const others = (count: number, answers = 0) => Array.from({ length: count }, () => topic(1, answers));

  it('is sixty different questions', () => {
    expect(missingEvidence([topic(10, 60)])).toEqual({ missing: 0, missingTopics: 0, missingInTopics: 0 });
    expect(missingEvidence([topic(10, 59)]).missing).toBe(1);
    expect(missingEvidence([topic(1, 59), topic(0, 5)]).missing).toBe(1);
    expect(missingEvidence([])).toEqual({ missing: 60, missingTopics: 0, missingInTopics: 0 });
  });

  it('is three different questions in topics that hold 60 % of the points', () => {
    expect(missingEvidence([topic(6, 60), topic(4, 0)]).missing).toBe(0);
    expect(missingEvidence([topic(5, 60), topic(5, 0)])).toEqual({ missing: 3, missingTopics: 1, missingInTopics: 3 });
    // A topic touched once or twice is not known.
    expect(missingEvidence([topic(5, 60), topic(5, 2)])).toEqual({ missing: 1, missingTopics: 1, missingInTopics: 1 });
    expect(missingEvidence([...others(6, 10), ...others(4)]).missing).toBe(0);
    expect(missingEvidence([...others(5, 12), ...others(5)])).toMatchObject({ missing: 3, missingTopics: 1 });
  });

  it('names the fewest questions that are enough, and counts those of topics among the sixty', () => {
    expect(missingEvidence([topic(1, 60), topic(3, 0), topic(6, 2)])).toMatchObject({ missing: 1, missingTopics: 1 });
    expect(missingEvidence([topic(5, 50), topic(5, 0)])).toEqual({ missing: 10, missingTopics: 1, missingInTopics: 3 });
  });
});

describe('what can be won', () => {
  type Known = { chance: number; low: number; answers: number; guess?: number; wrong?: number | null };
  const gain = ({ guess = 0.2, wrong = 0, ...known }: Known) =>
    gainOf({
      line: line({ questions: 6, guess }),
      rules: { wrong, blank: 0, passMark: null, subjects: [] },
      gains: shippedGains,
      ...known,
    });

  it('is a third of the way to firm, at most that with little evidence, and nothing beyond', () => {
    expect(gain({ chance: 0.55, low: 0.4, answers: 20 })).toBeCloseTo(0.6);
    expect(gain({ chance: 0.55, low: 0.4, answers: 3 })).toBeCloseTo(0.9);
    expect(gain({ chance: 0.9, low: 0.7, answers: 20 })).toBe(0);
  });

  it('is in net points: where a wrong answer takes a right one back, a topic brings up to twice as much', () => {
    const known = { chance: 0.7, low: 0.6, answers: 20 };
    const hits = gain(known);
    // Certo/Errado: each question that turns from wrong to right brings two points.
    expect(gain({ ...known, guess: 0.5, wrong: -1 })).toBeCloseTo(2 * hits);
    // Five options at −1: the unknown stays blank, so a gained question brings its whole point, and the guess counted before is no part of it.
    expect(gain({ ...known, guess: 0.2, wrong: -1 })).toBeCloseTo(hits / 0.8);
    expect(gain({ ...known, guess: 0.2, wrong: -0.25 })).toBeCloseTo(1.25 * hits);
    expect(gain({ ...known, guess: 0.2, wrong: null })).toBeCloseTo(hits);
  });

  it('adds up: the score under the rules rises by the gain when the chance rises as promised', () => {
    const rules = { wrong: -1, blank: 0, passMark: null, subjects: [], isFromBank: true };
    const lines = [line({ guess: 0.5 }), line({ guess: 0.5, points: 2, questions: 4 })];
    const apart = lines.map((one) => expectedNet(ability(0.4), [one], rules));
    expect(apart.reduce((sum, one) => sum + one, 0)).toBeCloseTo(expectedNet(ability(0.4), lines, rules), 9);
  });

  it('fits into the time that is left, the best per minute first', () => {
    const topics = [
      { gain: 1, minutes: 60 },
      { gain: 1, minutes: 30 },
    ];
    expect(gainWithin(0, topics)).toBe(0);
    expect(gainWithin(30, topics)).toBe(1);
    expect(gainWithin(60, topics)).toBe(1.5);
    expect(gainWithin(600, topics)).toBe(2);
  });
});

const topic = (change: Partial<WorthTopic> = {}): WorthTopic => ({
  subject: 'Direito Penal',
  name: 'Furto',
  questions: 10,
  answers: 42,
  chance: 0.52,
  gain: 1.1,
  ...change,
});

describe('the worth of an item of the plan', () => {
  it('names the points, the weight of the topic and the student in one sentence', () => {
    expect(lessonWorth(topic(), 1, shippedGains)).toEqual({
      points: 0.55,
      isAtMost: false,
      reason:
        'vale cerca de +0,6 ponto (estimativa): Furto, de Direito Penal: caem cerca de 10 questões e você acerta 52%',
    });
    expect(lessonWorth(topic(), 2, shippedGains).points).toBeCloseTo(0.275);
    expect(practiceWorth(topic(), 15, shippedGains).points).toBeCloseTo(0.55);
    expect(practiceWorth(topic(), 3, shippedGains).points).toBeCloseTo(0.11);
  });

  it('is what the school has learnt of each kind, and only an assumption is called an estimate', () => {
    const learnt: LearntGains = {
      lesson: { closed: 0.3, events: 500 },
      practice: { closed: 0.1, events: 500 },
    };
    const worth = lessonWorth(topic(), 1, learnt);
    expect(worth.points).toBeCloseTo(1.1 * 0.75, 9);
    expect(worth.reason).not.toContain('estimativa');
  });

  it.each([
    [
      { answers: 3 },
      'pode valer até +0,6 ponto (estimativa): Furto, de Direito Penal: caem cerca de 10 questões e você respondeu só 3',
    ],
    [
      { answers: 0, questions: 5.2 },
      'pode valer até +0,6 ponto (estimativa): Furto, de Direito Penal: caem cerca de 5 questões e você ainda não respondeu nenhuma',
    ],
    [{ questions: 0.4, gain: 0.02 }, 'Furto, de Direito Penal: cai às vezes e você acerta 52%'],
    [{ questions: 1.2, gain: 0.02 }, 'Furto, de Direito Penal: cai cerca de 1 questão e você acerta 52%'],
  ])('with %o says %s', (change: Partial<WorthTopic>, reason) => {
    const worth = lessonWorth(topic(change), 1, shippedGains);
    expect([worth.reason, worth.isAtMost]).toEqual([reason, (change.answers ?? 42) < 8]);
  });
});
