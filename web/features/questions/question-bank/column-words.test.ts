import { expect, it } from 'vitest';
import { columnLetter, withField } from './column-words.ts';

it('columns go by letters, as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

it('a field is assigned to one column only', () => {
  expect(withField(['enunciado', null, 'correta'], 1, 'enunciado')).toEqual([null, 'enunciado', 'correta']);
  expect(withField(['enunciado', null, null], 0, null)).toEqual([null, null, null]);
});
