import { expect, it } from 'vitest';
import { resultOf, withheldText } from './results.ts';

it('a result has all its fields, or is null', () => {
  const result = { score: 8, correctAnswers: 3, percent: 75, passed: true };
  expect(resultOf(result)).toEqual(result);
  expect(resultOf({ score: 0, correctAnswers: 0, percent: 0, passed: false })).not.toBeNull();
  expect(resultOf({ score: null, correctAnswers: null, percent: null, passed: null })).toBeNull();
});

it('a withheld result says when it appears: at the end of the other simulado, or with its result', () => {
  const open = { quizId: 3, title: 'Prova 3' };
  expect(withheldText(open)).toBe('A nota aparece quando você terminar "Prova 3"');
  expect(withheldText({ ...open, untilResult: true })).toBe('A nota aparece quando sair o resultado de "Prova 3"');
  expect(withheldText(null)).toBe('');
});
