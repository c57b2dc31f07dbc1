import { expect, it } from 'vitest';
import { isHeldBack } from './held-words.ts';

it.each([
  ['Isto é GOLPE!', true],
  ['isto é gólpe', true],
  ['golpes de vista', false],
  ['compre a apostila pirata aqui', true],
  ['a apostila, pirata', true],
  ['apostila do pirata', false],
  ['veja em https://exemplo.com', true],
  ['escreva para eu@exemplo.com', true],
  ['chama no (11) 91234-5678', true],
  ['art. 144, § 5º, da CF de 1988', false],
  ['', false],
])('a comment with a listed word or a contact is held back: %s → %s', (body, isHeld) => {
  expect(isHeldBack(body, 'golpe, Apostila pirata, ,')).toBe(isHeld);
});

it('a comment with plain words is shown where the school lists no words', () => {
  expect(isHeldBack('qualquer coisa', '')).toBe(false);
});
