import { expect, it } from 'vitest';
import { leftOutWords, mostOf, proposedCount, proposedMinutes } from './timed-words.ts';

it('proposes at most the mistakes there are, and the minutes of an exam within the limits', () => {
  expect([proposedCount({ available: 3 }), proposedCount({ available: 400 }), mostOf({ available: 400 })]).toEqual([
    3, 20, 50,
  ]);
  expect([1, 3, 20, 50, 100].map((count) => proposedMinutes(count, {}))).toEqual([5, 9, 60, 150, 240]);
  const share = { extraTime: { percent: 25, minutes: 0 } };
  expect([1, 3, 20, 100].map((count) => proposedMinutes(count, share))).toEqual([6, 11, 75, 240]);
  expect(proposedMinutes(20, { extraTime: { percent: 0, minutes: 30 } })).toBe(90);
});

it('says what is left out and why, and nothing where nothing is', () => {
  expect(leftOutWords({ withheld: 0, leavesOutExam: false })).toBeNull();
  expect(leftOutWords({ withheld: 1, leavesOutExam: false })).toMatch(/^1 questão fica de fora/);
  expect(leftOutWords({ withheld: 4, leavesOutExam: true })).toMatch(/^4 questões ficam de fora.*em andamento/);
});
