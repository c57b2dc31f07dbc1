import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grade, leansOn } from './grading.ts';

const sheet = (right: number, wrong: number, blank = 0, isAnnulled = false) => [
  ...Array.from({ length: right }, () => ({ selectedOptionId: 1, rightOptionId: 1, isAnnulled })),
  ...Array.from({ length: wrong }, () => ({ selectedOptionId: 2, rightOptionId: 1, isAnnulled })),
  ...Array.from({ length: blank }, () => ({ selectedOptionId: null, rightOptionId: 1, isAnnulled })),
];

describe('grade', () => {
  it.each([
    // right, wrong, blank, pass mark → score, passed
    [0, 10, 0, 70, 0, false],
    [10, 0, 0, 70, 10, true],
    [7, 3, 0, 70, 7, true],
    [6, 3, 1, 70, 6, false],
    [13, 7, 0, 70, 7, false],
    [14, 6, 0, 70, 7, true],
    [1, 19, 0, 70, 1, false],
    [9, 191, 0, 70, 0, false],
    [2, 1, 0, 67, 7, false],
    [2, 1, 0, 66, 7, true],
    [0, 5, 0, 0, 0, true],
    [39, 1, 0, 100, 10, false],
  ])('%i right, %i wrong, %i blank at %i%%', (right, wrong, blank, mark, score, passed) => {
    expect(grade(sheet(right, wrong, blank), mark)).toEqual({
      totalQuestions: right + wrong + blank,
      correctAnswers: right,
      score,
      passed,
    });
  });

  it('never passes an empty attempt', () => {
    expect(grade([], 0)).toEqual({ totalQuestions: 0, correctAnswers: 0, score: 0, passed: false });
  });

  it('gives everybody the point of an annulled question, answered or not', () => {
    const { correctAnswers } = grade([...sheet(1, 1, 1), ...sheet(1, 1, 1, true)], 70);
    expect(correctAnswers).toBe(4);
  });

  it('agrees with the sentence of the specification, for every attempt', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), fc.integer({ min: 0, max: 100 }), (right, wrong, mark) => {
        fc.pre(right + wrong > 0);
        const result = grade(sheet(right, wrong), mark);
        expect(result.score).toBe(Math.round((right * 10) / (right + wrong)));
        expect(result.passed).toBe((right * 100) / (right + wrong) >= mark);
      }),
    );
  });
});

it.each([
  // helped, correct of ten at 70 % → leans
  [0, 10, false],
  [3, 10, false],
  [4, 10, true],
  [10, 10, true],
  [6, 6, false],
])('a pass with %i known of %i right leans on the key: %s', (helped, correct, leans) => {
  expect(leansOn(helped, correct, 10, 70)).toBe(leans);
});
