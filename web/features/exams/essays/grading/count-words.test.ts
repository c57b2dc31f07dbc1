import { expect, it } from 'vitest';
import { countedWords, countWords } from './count-words.ts';

const words = (waiting: number, dueToday: number, overdue: number) =>
  countWords({ waiting, dueToday, overdue }).replace(/\. Quem.*/, '');

it('essays that wait are counted in words, and those due first where the server stopped', () => {
  expect(words(1, 0, 1)).toBe('1 espera correção, 1 atrasada');
  expect(words(500, 2, 3)).toBe('500 esperam correção, 2 vencem hoje, 3 atrasadas');
  expect(words(501, 0, 501)).toBe('mais de 500 esperam correção, mais de 500 atrasadas');
  expect(words(501, 200, 301)).toBe('mais de 500 esperam correção, mais de 199 vencem hoje, 301 atrasadas');
  expect(words(501, 2, 3)).toBe('mais de 500 esperam correção, 2 vencem hoje, 3 atrasadas');
  expect(words(501, 0, 0)).toBe('mais de 500 esperam correção');
  expect([countedWords(500), countedWords(501)]).toEqual(['500', '500+']);
});
