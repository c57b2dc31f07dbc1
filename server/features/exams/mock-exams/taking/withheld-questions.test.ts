import { expect, it } from 'vitest';
import { withheldFrom } from './withheld-questions.ts';

const kept = new Map([
  [1, [10]],
  [2, [10, 20]],
  [3, [20]],
]);
const nothing = { takenQuizzes: [], underWay: [], notBought: [] };
const listed = (own: Partial<typeof nothing> | { takenQuizzes: number[] }) =>
  withheldFrom(kept, { ...nothing, ...own })
    .list()
    .sort();

it('withholds every question of a quiz that the student has not taken', () => {
  expect(listed({})).toEqual([1, 2, 3]);
  expect(withheldFrom(kept, nothing).has(4)).toBe(false);
});

it('withholds a question of two quizzes until the student has taken both', () => {
  expect(listed({ takenQuizzes: [10] })).toEqual([2, 3]);
  expect(listed({ takenQuizzes: [10, 20] })).toEqual([]);
});

it('withholds questions of open attempts and of courses not bought, and only the former wait for a quiz', () => {
  const withheld = withheldFrom(kept, { takenQuizzes: [10, 20], underWay: [3, 8], notBought: [9] });
  expect(withheld.list().sort()).toEqual([3, 8, 9]);
  expect([1, 3, 8, 9].map(withheld.has)).toEqual([false, true, true, true]);
  expect([3, 8, 9].map(withheld.isWaiting)).toEqual([true, true, false]);
});
