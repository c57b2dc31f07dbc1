import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anchorOf, findAnchor } from './anchors.ts';

const text =
  'São requisitos do ato administrativo: competência, finalidade, forma, motivo e objeto. A competência é irrenunciável. ' +
  'O motivo é o pressuposto de fato e de direito que serve de fundamento ao ato. A competência é intransferível.';

const anchorAt = (quote: string, from = 0) => {
  const start = text.indexOf(quote, from);
  return anchorOf(text, { start, end: start + quote.length });
};
const found = (edited: string, anchor: ReturnType<typeof anchorAt>) => {
  const place = findAnchor(edited, anchor);
  return place && edited.slice(place.start, place.end);
};

it('any passage of an unchanged text is found', () => {
  const words = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' });
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), (any, a, b) => {
      const [start, end] = [Math.min(a % any.length, b % any.length), Math.max(a % any.length, b % any.length) + 1];
      const place = findAnchor(any, anchorOf(any, { start, end }));
      // Cut between two surrogates, the text has no valid character there.
      if (any.slice(start, end).isWellFormed())
        expect(place && any.slice(place.start, place.end)).toBe(any.slice(start, end));
    }),
  );
});

it('two passages with the same words are distinguished by their context', () => {
  const second = anchorAt('A competência é', text.indexOf('fundamento'));
  const before = `Introdução nova, antes de tudo.\n${text}`;
  expect(findAnchor(before, second)?.start).toBe(before.lastIndexOf('A competência é'));
  expect(findAnchor(before, anchorAt('A competência é'))?.start).toBe(before.indexOf('A competência é'));
});

it('a passage is found after an edit before, after and inside it', () => {
  const anchor = anchorAt('O motivo é o pressuposto de fato e de direito que serve de fundamento ao ato.');
  expect(found(text.replace('São requisitos', 'São cinco os requisitos'), anchor)).toBe(anchor.quote);
  expect(found(text.replace('intransferível', 'indelegável'), anchor)).toBe(anchor.quote);
  const inside = text.replace('de fato e de direito', 'fático e jurídico');
  expect(found(inside, anchor)).toBe('O motivo é o pressuposto fático e jurídico que serve de fundamento ao ato.');
  const beginning = text.replace('O motivo é o pressuposto', 'Motivo é pressuposto');
  expect(found(beginning, anchor)).toBe('Motivo é pressuposto de fato e de direito que serve de fundamento ao ato.');
});

it('a deleted passage is not found, and no other is taken for it', () => {
  const anchor = anchorAt('O motivo é o pressuposto de fato e de direito que serve de fundamento ao ato.');
  expect(findAnchor(text.replace(anchor.quote, ''), anchor)).toBeNull();
  expect(findAnchor('Outra aula, sobre orçamento público e a lei de diretrizes.', anchor)).toBeNull();
  expect(findAnchor('', anchor)).toBeNull();
});
