import { expect, it } from 'vitest';
import { copiedWords, openWords } from './list-words.ts';

it('the message says how many questions a copy left out, one or many', () => {
  expect(copiedWords({ total: 1, leftOut: 0 })).toBe('1 questão no seu caderno.');
  expect(copiedWords({ total: 2, leftOut: 1 })).toBe('2 questões. 1 ficou de fora: você não pode treiná-la agora.');
  expect(copiedWords({ total: 1, leftOut: 2 })).toBe('1 questão. 2 ficaram de fora: você não pode treiná-las agora.');
});

it('the message says how many questions a copy would leave out, one or many', () => {
  const end = 'parte do que você pode treinar agora.';
  expect(openWords({ total: 3, open: 2 })).toBe(`Você leva 2: a outra não faz ${end}`);
  expect(openWords({ total: 3, open: 1 })).toBe(`Você leva 1: as outras não fazem ${end}`);
  expect(openWords({ total: 1, open: 0 })).toBe(`Ela não faz ${end}`);
  expect(openWords({ total: 2, open: 0 })).toBe(`Elas não fazem ${end}`);
});
