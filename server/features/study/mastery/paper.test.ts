import { describe, expect, it } from 'vitest';
import { expectedNet, guessingOf, type PaperLine, type PaperRules, scoreOf } from './paper.ts';

const line = (change: Partial<PaperLine> = {}): PaperLine => ({
  subjectId: 1,
  questions: 60,
  points: 1,
  offset: { value: 0, answers: 200 },
  forgotten: 0,
  difficulty: 0,
  spread: 0.3,
  guess: 0.2,
  ...change,
});
const rules = (change: Partial<PaperRules> = {}): PaperRules => ({
  wrong: 0,
  blank: 0,
  passMark: null,
  subjects: [{ subjectId: 1, points: 1, minimum: null }],
  isFromBank: true,
  ...change,
});
const ability = (value: number, answers = 300) => ({ value, answers, variance: 1 / (1 + 0.12 * answers) });

describe('the points of a paper', () => {
  it('are net of wrong answers: 70 % of 120 Certo/Errado items are 48 points, not 84', () => {
    // Certo/Errado: 40 % known and half of the others guessed are 70 % right.
    const items = line({
      questions: 120,
      guess: 0.5,
      spread: 0,
      offset: { value: 0, answers: 1e9 },
      difficulty: 0.4055,
    });
    const score = expectedNet(ability(0, 1e9), [items], rules({ wrong: -1 }));
    expect(score).toBeGreaterThan(47);
    expect(score).toBeLessThan(50);
    expect(expectedNet(ability(0, 1e9), [items], rules())).toBeCloseTo(60 + score / 2, 6);
  });

  it('are counted by hits where the rule is unknown', () => {
    const net = (wrong: number | null) => expectedNet(ability(0), [line()], rules({ wrong }));
    expect(net(null)).toBe(net(0));
    expect(net(-1)).toBeLessThan(net(0));
  });

  it('lie in the interval, which stays the same for the same student', () => {
    for (const wrong of [0, -0.25, -1]) {
      const told = scoreOf(ability(0.4), [line()], rules({ wrong }));
      expect(told.low).toBeLessThan(told.score);
      expect(told.high).toBeGreaterThan(told.score);
      expect(scoreOf(ability(0.4), [line()], rules({ wrong }))).toEqual(told);
    }
  });

  it('may be below zero, as the answer card counts', () => {
    const { low } = scoreOf(ability(-5), [line({ guess: 0.5 })], rules({ wrong: -1 }));
    expect(low).toBeLessThan(0);
  });

  it('count fractions of questions as a paper of whole ones', () => {
    const parts = Array.from({ length: 40 }, () => line({ questions: 1.5 }));
    const { high, of } = scoreOf(ability(9), parts, rules());
    expect(of).toBe(60);
    expect(high).toBe(60);
  });
});

describe('an exam, whose questions are new', () => {
  const exam = rules({ isFromBank: false });

  it('is expected to bring a little less than a paper of the bank, and may bring much less', () => {
    const [bank, told] = [scoreOf(ability(0.4), [line()], rules()), scoreOf(ability(0.4), [line()], exam)];
    expect(bank.score - told.score).toBeGreaterThan(0.5);
    expect(bank.score - told.score).toBeLessThan(1.5);
    expect(told.high - told.low).toBeGreaterThanOrEqual(bank.high - bank.low);
  });

  it('brings less where the student forgot', () => {
    const score = (forgotten: number) => scoreOf(ability(0.4), [line({ forgotten })], exam);
    expect(score(0).score - score(0.5).score).toBeGreaterThan(3);
    expect(score(0.5).high).toBeLessThan(score(0).high);
  });

  it('has a narrower interval where more is known of the student', () => {
    const width = (answers: number) => {
      const { low, high } = scoreOf(ability(0.4, answers), [line({ offset: { value: 0, answers } })], exam);
      return high - low;
    };
    expect(width(3000)).toBeLessThan(width(60));
  });
});

describe('a guess', () => {
  it('pays, is even or costs by the odds and the price of an error', () => {
    expect(guessingOf({ wrong: 0, blank: 0 }, 0.2)).toBe('pays');
    expect(guessingOf({ wrong: -1, blank: 0 }, 0.5)).toBe('even');
    expect(guessingOf({ wrong: -0.25, blank: 0 }, 0.2)).toBe('even');
    expect(guessingOf({ wrong: -1, blank: 0 }, 0.2)).toBe('costs');
  });

  it('that costs is left blank, so no student is expected below zero', () => {
    expect(expectedNet(ability(-9), [line()], rules({ wrong: -1 }))).toBeGreaterThan(-0.01);
    expect(scoreOf(ability(-9), [line()], rules({ wrong: -1 })).low).toBeGreaterThanOrEqual(0);
  });
});

describe('the chance to pass', () => {
  const two = [line({ questions: 30 }), line({ questions: 30, subjectId: 2, points: 2 })];
  const subjects = (minimum: number | null) => [
    { subjectId: 1, points: 1, minimum },
    { subjectId: 2, points: 2, minimum: null },
  ];

  it('is null without a pass mark and minimums, and falls with both', () => {
    const chance = (passMark: number | null, minimum: number | null) =>
      scoreOf(ability(0), two, rules({ passMark, subjects: subjects(minimum) })).passChance;
    expect(chance(null, null)).toBeNull();
    expect(chance(0, null)).toBe(1);
    expect(chance(90, null)).toBe(0);
    const half = chance(54, null) ?? 0;
    expect(half).toBeGreaterThan(0.2);
    expect(half).toBeLessThan(0.8);
    expect(chance(54, 20) ?? 1).toBeLessThan(half);
    expect(chance(null, 31)).toBe(0);
  });

  it('is shown per minimum, in right answers whatever they weigh', () => {
    const weighed = [{ subjectId: 2, points: 2, minimum: 10 }];
    const [minimum] = scoreOf(ability(0), [two[1] as PaperLine], rules({ subjects: weighed })).minimums;
    expect(minimum?.expected).toBeCloseTo(18, 0);
    expect(minimum?.high).toBeLessThanOrEqual(30);
    expect(minimum?.chance).toBeGreaterThan(0.9);
  });
});
