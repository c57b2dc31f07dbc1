import { expect, test } from 'vitest';
import { deviceWords, markedWords, unreadWords } from './device-words.ts';

test.each([
  ['art5', 'art. 5º'],
  ['art5_cpt', 'art. 5º, caput'],
  ['art5_cpt_inc11', 'art. 5º, XI'],
  ['art121-1_par2_inc6_ali2', 'art. 121-A, § 2º, VI, b'],
  ['art12_par1u', 'art. 12, parágrafo único'],
  ['art12_par13', 'art. 12, § 13'],
  ['anx1_art2_cpt_inc44_ali1_ite3', 'anexo I, art. 2º, XLIV, a, 3'],
])('%s is written as %s', (lexId, words) => {
  expect(deviceWords(lexId)).toBe(words);
});

test.each([
  [1, '1 texto ainda será lido'],
  [999, '999 textos ainda serão lidos'],
  [1000, '1.000 textos ou mais ainda serão lidos'],
])('%i unread texts are named as "%s"', (count, words) => {
  expect(unreadWords(count)).toBe(words);
});

test.each([
  [1, '1 aluno marcou'],
  [9999, '9.999 alunos marcaram'],
  [10_000, '10.000 alunos ou mais marcaram'],
])('%i students with a mark are named as "%s"', (count, words) => {
  expect(markedWords(count)).toBe(words);
});
