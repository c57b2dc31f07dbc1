import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffTexts, type Stretch } from './text-diff.ts';

const side = (stretches: Stretch[], kind: 'gone' | 'new') =>
  stretches
    .filter((stretch) => stretch.kind === 'same' || stretch.kind === kind)
    .map(({ text }) => text)
    .join('');

test('a changed word is shown within its paragraph', () => {
  expect(diffTexts('Um.\nHouveram muitos inscritos.\nTrês.', 'Um.\nHouve muitos inscritos.\nTrês.')).toEqual([
    { kind: 'same', text: 'Um.\n' },
    { kind: 'gone', text: 'Houveram ' },
    { kind: 'new', text: 'Houve ' },
    { kind: 'same', text: 'muitos inscritos.\n' },
    { kind: 'same', text: 'Três.' },
  ]);
});

test('whatever differs, both texts can be read back', () => {
  const text = fc
    .array(fc.constantFrom('a ', 'b ', 'c', '\n', 'd\n'), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const stretches = diffTexts(before, after);
      expect(side(stretches, 'gone')).toBe(before);
      expect(side(stretches, 'new')).toBe(after);
    }),
  );
});

test('very long texts are not compared part by part', () => {
  const [before, after] = ['a', 'b'].map((letter) =>
    Array.from({ length: 3000 }, (_, at) => `${letter}${at}\n`).join(''),
  );
  expect(side(diffTexts(before ?? '', after ?? ''), 'new')).toBe(after);
});
