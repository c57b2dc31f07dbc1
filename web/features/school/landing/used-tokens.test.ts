import { expect, test } from 'vitest';
import { dropUnusedTokens } from './used-tokens.ts';

test('unused tokens are dropped, and those that only they use', () => {
  const css = ':root{--a:1px;--b:var(--a);--c:var(--b)}p{color:red}';
  expect(dropUnusedTokens(css, '')).toBe(':root{}p{color:red}');
});

test('tokens that the style, another token or the markup reads stay', () => {
  const css = ':root{--a:1px;--b:var(--a);--c:2px;--d:3px}p{margin:var(--b)}';
  expect(dropUnusedTokens(css, '<path fill="var(--c)"/>')).toBe(
    ':root{--a:1px;--b:var(--a);--c:2px;}p{margin:var(--b)}',
  );
});

test('the switches Lightning CSS writes for light-dark() stay', () => {
  const css = ':root{--lightningcss-light:initial;--lightningcss-dark: ;--x:1}';
  expect(dropUnusedTokens(css, '')).toBe(':root{--lightningcss-light:initial;--lightningcss-dark: ;}');
});
