import { expect, it } from 'vitest';
import type { AttemptResult } from './quizzes.queries.ts';
import {
  countWords,
  eliminationText,
  type RuledResult,
  ruledHeadline,
  ruledOf,
  tieText,
  worthHint,
  worthWords,
} from './ruled-words.ts';

const result = (points: number, passLine: number, passed: boolean) => ({ points, passLine, passed }) as RuledResult;
const minimum = (name: string, isReached: boolean, isTotal = false) => ({
  name,
  isTotal,
  isReached,
  minimum: 3,
  points: 2,
});

it('the headline says by how many points the pass mark was missed or exceeded', () => {
  expect(ruledHeadline(result(28, 30, false))).toBe('Faltaram 2,0 pontos para o corte');
  expect(ruledHeadline(result(29, 30, false))).toBe('Faltou 1,0 ponto para o corte');
  expect(ruledHeadline(result(29.33, 30, false))).toBe('Faltaram 0,67 pontos para o corte');
  expect(ruledHeadline(result(30, 30, true))).toBe('Você passou do corte, na medida');
  expect(ruledHeadline(result(35, 30, true))).toBe('Você passou do corte, com 5,0 pontos de folga');
  expect(ruledHeadline(result(35, 30, false))).toBe('Você passou do corte, mas não de um mínimo');
});

it('the text names every minimum that was missed', () => {
  expect(eliminationText({ minimums: [minimum('Direito Penal', true)] })).toBeNull();
  expect(eliminationText({ minimums: [minimum('Direito Penal', false)] })).toBe(
    'Eliminado por mínimo em Direito Penal.',
  );
  expect(
    eliminationText({ minimums: [minimum('P1', false), minimum('P2', true), minimum('Total', false, true)] }),
  ).toBe('Eliminado por mínimo em P1 e no total.');
});

it('a result has no points while they are withheld, or when the exam has no rules', () => {
  const whole = { points: 1, maxPoints: 2, passLine: 1, rules: {} } as AttemptResult;
  expect(ruledOf(whole)).toEqual(whole);
  expect(ruledOf({ ...whole, points: null })).toBeNull();
  expect(ruledOf({ ...whole, rules: null })).toBeNull();
});

it('the rules are written as people say them', () => {
  expect(worthWords({ right: 1, wrong: -1, blank: 0 })).toBe('Certa +1,0, errada −1,0, em branco 0,0.');
  expect(worthHint({ right: 1, wrong: -1, blank: 0 })).toContain('cada erro anula um acerto');
  expect(worthHint({ right: 1, wrong: -0.5, blank: 0 })).toBe('Certa +1,0, errada −0,5, em branco 0,0.');
  expect(countWords({ right: 41, wrong: 1, blank: 6, annulled: 0 })).toBe('41 certas, 1 errada, 6 em branco');
  expect(
    tieText([
      { by: 'subject', subject: 'Direito Penal' },
      { by: 'wrong', subject: null },
    ]),
  ).toBe('Empate: vence quem tem mais pontos em Direito Penal, depois menos erros.');
  expect(tieText([])).toBeNull();
});
