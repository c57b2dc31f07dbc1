import { expect, it } from 'vitest';
import { agreementWords, kappaText, severityWords } from './agreement-words.ts';

it('a difference to the other readers says its side, and a tiny one says nothing', () => {
  expect(severityWords(3.24)).toBe('3,2% acima dos outros');
  expect(severityWords(-0.5)).toBe('0,5% abaixo dos outros');
  expect([severityWords(0), severityWords(-0.49)]).toEqual(['como os outros', 'como os outros']);
});

it('kappa has two decimals and a word, and none while it is unknown', () => {
  expect([0.399, 0.4, 0.6, 0.8].map(agreementWords)).toEqual(['fraca', 'moderada', 'boa', 'muito boa']);
  expect([agreementWords(null), kappaText(null), kappaText(0.715)]).toEqual(['faltam leituras', '—', '0,72']);
});
