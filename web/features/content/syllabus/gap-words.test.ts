import { expect, test } from 'vitest';
import { gapWords } from './gap-words.ts';

test('only what is missing is named', () => {
  expect(gapWords({ withoutLesson: 12, withoutQuestion: 1 })).toBe('12 assuntos sem aula, 1 assunto sem questão');
  expect(gapWords({ withoutLesson: 1, withoutQuestion: 0 })).toBe('1 assunto sem aula');
  expect(gapWords({ withoutLesson: 0, withoutQuestion: 3 })).toBe('3 assuntos sem questão');
});
