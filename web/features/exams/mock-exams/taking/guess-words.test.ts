import { expect, it } from 'vitest';
import { guessPaysFrom, guessWords } from './guess-words.ts';

const doubts = (count: number, right: number, pointsWithout: number) => ({ count, right, pointsWithout });

it('the message says what score the student would have had with the guesses left blank', () => {
  expect(guessWords({ points: 57, passLine: 60, doubts: doubts(4, 0, 61) })).toBe(
    'Você marcou 4 respostas como chute e acertou 0. Se tivesse deixado em branco as que marcou com dúvida: 61,0 em vez de 57,0, acima do corte.',
  );
  expect(guessWords({ points: 57, passLine: 50, doubts: doubts(1, 1, 56) })).toBe(
    'Você marcou 1 resposta como chute e acertou 1. Se tivesse deixado em branco as que marcou com dúvida: 56,0 em vez de 57,0.',
  );
  expect(guessWords({ points: 57, passLine: 50, doubts: doubts(2, 1, 57) })).toContain('a nota seria a mesma');
  expect(guessWords({ points: 57, passLine: 50, doubts: null })).toBeNull();
});

it('the rules say above which chance a guess pays', () => {
  const rules = { right: 1, wrong: -1, blank: 0 } as Parameters<typeof guessPaysFrom>[0];
  expect(guessPaysFrom(rules)).toBe(50);
  expect(guessPaysFrom({ ...rules, wrong: -0.25 })).toBe(20);
  expect(guessPaysFrom({ ...rules, wrong: 0 })).toBeNull();
});
