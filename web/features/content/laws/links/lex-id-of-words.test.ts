import { expect, test } from 'vitest';
import { lexIdOfWords } from './lex-id-of-words.ts';

test.each([
  ['art. 5º', 'art5'],
  ['Art. 103-A', 'art103-1'],
  ['art. 5º, XI', 'art5_cpt_inc11'],
  ['art. 5º, caput', 'art5_cpt'],
  ['art. 61, § 1º, II, c', 'art61_par1_inc2_ali3'],
  ['artigo 84, parágrafo único', 'art84_par1u'],
  ['art. 144, § 5º-A', 'art144_par5-1'],
  ['art. 102, inciso I, alínea "l"', 'art102_cpt_inc1_ali12'],
])('%s is %s', (words, lexId) => {
  expect(lexIdOfWords(words)).toBe(lexId);
});

test.each(['', 'inciso XI', 'art. x', 'art. 5º, qualquer'])('%s is no device', (words) => {
  expect(lexIdOfWords(words)).toBeNull();
});
