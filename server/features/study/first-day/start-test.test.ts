import { describe, expect, it } from 'vitest';
import { type Candidate, chooseStartTest, informationOf } from './start-test.ts';

let serial = 0;
const question = (change: Partial<Candidate> = {}): Candidate => {
  serial += 1;
  const made = { questionId: serial, questionVersionId: serial, line: 1, subject: 1, difficulty: 0, answers: 100 };
  return { ...made, guess: 0.2, ...change };
};
const many = (count: number, change: Partial<Candidate>) => Array.from({ length: count }, () => question(change));

describe('the information in an answer', () => {
  it('is most near the middle, more without guessing, and more of a question that is known', () => {
    const at = (difficulty: number, change: Partial<Candidate> = {}) =>
      informationOf(question({ difficulty, ...change }));
    expect(at(0)).toBeGreaterThan(at(3));
    expect(at(0)).toBeGreaterThan(at(-3));
    expect(at(0, { guess: 0 })).toBeGreaterThan(at(0, { guess: 0.5 }));
    expect(at(0)).toBeGreaterThan(at(0, { answers: 0 }));
  });
});

describe('the start test', () => {
  it('asks of every subject, more of the heavy ones, and subject after subject', () => {
    const candidates = [1, 2, 3].flatMap((subject) => many(20, { subject, line: subject }));
    const chosen = chooseStartTest(
      candidates,
      new Map([
        [1, 1],
        [2, 30],
        [3, 10],
      ]),
      10,
    );
    const counts = Map.groupBy(chosen, ({ subject }) => subject);
    expect([...counts].map(([subject, own]) => [subject, own.length])).toEqual([
      [2, 7],
      [3, 2],
      [1, 1],
    ]);
    expect(chosen.map(({ subject }) => subject)).toEqual([2, 2, 2, 2, 2, 2, 2, 3, 3, 1]);
  });

  it('covers the topics of a subject, and takes the most informative question of each', () => {
    const telling = question({ line: 1, difficulty: 0.5 });
    const candidates = [question({ line: 1, difficulty: 4 }), telling, ...many(3, { line: 2 })];
    const chosen = chooseStartTest(
      candidates,
      new Map([
        [1, 5],
        [2, 4],
      ]),
      2,
    );
    expect(chosen[0]).toEqual(telling);
    expect(chosen.map(({ line }) => line)).toEqual([1, 2]);
  });

  it('asks nothing twice and no more than there is', () => {
    const candidates = many(7, {});
    const chosen = chooseStartTest(candidates, new Map([[1, 1]]), 12);
    expect(new Set(chosen.map(({ questionId }) => questionId)).size).toBe(7);
    expect(chooseStartTest([], new Map(), 10)).toEqual([]);
  });
});
