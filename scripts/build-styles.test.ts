import { expect, test } from 'vitest';
import { classesOf, splitStylesheet } from './build-styles.ts';

test.each([
  ['.card', ['card']],
  ['.card.wide>.title:hover', ['card', 'wide', 'title']],
  ['main', []],
  ['*,:before', []],
  [':where(.stack>:not(:last-child))', []],
  ['.list:not(.open) [data-x=".none"]', ['list']],
  ['.md\\:w-1\\/2', ['md:w-1/2']],
  ['.\\32 xl\\:p-\\[3px\\]', ['2xl:p-[3px]']],
  ['.has-\\[\\>svg\\]\\:px-3:has(>svg)', ['has-[&gt;svg]:px-3']],
  ['.\\[\\&\\>\\*\\]\\:flex>*', ['[&amp;&gt;*]:flex']],
])('%s needs the classes %o', (selector, classes) => {
  expect(classesOf(selector)).toEqual(classes);
});

test('a stylesheet comes apart into what every screen needs, what some do, and what is around them', () => {
  const { pieces } = splitStylesheet(
    '@layer base{a{color:red}}@layer utilities{.x{top:0}@media (width>=48rem){.md\\:x,.y .z{top:1px}}}@media print{.x{top:2px}}@font-face{font-family:F}',
  );
  expect(pieces).toEqual([
    { around: '@layer base', pieces: ['a{color:red}'] },
    {
      around: '@layer utilities',
      pieces: [
        { of: [['x']], css: '.x{top:0}' },
        {
          around: '@media (width>=48rem)',
          pieces: [{ of: [['md:x'], ['y', 'z']], css: '.md\\:x,.y .z{top:1px}' }],
        },
      ],
    },
    '@font-face{font-family:F}',
  ]);
});

test('what is left has all classes, all of print, and nothing that every document carries', () => {
  const { rest } = splitStylesheet(
    '@layer base{*{margin:0}:focus-visible{top:0}}@layer utilities{.x{top:0}a{top:1px}}@media print{p{top:2px}}@font-face{font-family:F}@keyframes k{to{top:0}}',
  );
  expect(rest).toBe('@layer utilities{.x{top:0}}@media print{p{top:2px}}');
});

test('what ranks with a class before it is left in its place: the later of the two wins', () => {
  const { rest } = splitStylesheet(':disabled{top:0}.x{top:1px}[hidden]{top:2px}:root{top:3px}.y{top:4px}');
  expect(rest).toBe('.x{top:1px}[hidden]{top:2px}.y{top:4px}');
});

test('among font faces with files, the styles include only that of the interface', () => {
  const face = (src: string) => `@font-face{font-family:F;src:${src}}`;
  const [own, reading, local] = [
    'url(/assets/schibsted-grotesk-A.woff2)',
    'url(/assets/literata-B.woff2)',
    'local(Arial)',
  ].map(face);
  const { pieces, rest } = splitStylesheet(`${own}${reading}${local}`);
  expect(pieces).toEqual([own, local]);
  expect(rest).toBe(reading);
});
