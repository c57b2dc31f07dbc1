import { expect, test } from 'vitest';
import { withOwnStyles } from './document-styles.ts';

const sheets = {
  '/assets/index-A.css': {
    pieces: [
      { around: '@layer base', pieces: ['a{top:0}'] },
      { around: '@layer components', pieces: [{ of: [['menu']], css: '.menu{top:0}' }] },
      {
        around: '@layer utilities',
        pieces: [
          { of: [['x'], ['y', 'z']], css: '.x,.y .z{top:0}' },
          { around: '@media (width>=48rem)', pieces: [{ of: [['never']], css: '.never{top:0}' }] },
        ],
      },
    ],
    rest: '/assets/rest-A.css',
  },
  '/assets/part-B.css': { pieces: [{ of: [['&gt;b']], css: '.\\>b{top:0}' }], rest: '/assets/part-B.css' },
};
const link = (file: string) => `<link rel="stylesheet" crossorigin href="/assets/${file}">`;
const page = `<head>${link('index-A.css')}${link('part-B.css')}${link('unknown.css')}</head><body><div></div></body>`;

test('a document inlines the styles of its screen, and the remaining rules load later in their position', () => {
  const html = withOwnStyles(page, '<p class="q x">a</p><b class="&gt;b">c</b>', sheets);
  const later = (file: string) =>
    `<link rel="preload" as="style" crossorigin href="/assets/${file}"><link rel="stylesheet" media="not all" crossorigin href="/assets/${file}">`;
  expect(html).toBe(
    '<head><style>@layer base{a{top:0}}@layer components{}@layer utilities{.x,.y .z{top:0}}</style>' +
      `${later('rest-A.css')}<link rel="stylesheet" crossorigin href="/assets/index-A.css" disabled>` +
      `<style>.\\>b{top:0}</style>${later('part-B.css')}${link('unknown.css')}</head><body><div></div></body>`,
  );
});

test.each([
  ['<p class="y">a</p>', false],
  ['<p class="y">a</p><p class="z w">a</p>', true],
  ['', false],
])('in %s there is what the rule needs: %s', (screen, isThere) => {
  expect(withOwnStyles(page, screen, sheets).includes('.x,.y .z{top:0}')).toBe(isThere);
});
