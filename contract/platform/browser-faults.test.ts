import { describe, expect, test } from 'vitest';
import { screenOf, stackFramesOf, withoutDetails } from './browser-faults.ts';

test.each([
  ['/', '/'],
  ['/study', '/study'],
  ['/quizzes/7/attempts/12', '/quizzes/#/attempts/#'],
  ['/certificates/AB12-CD34', '/certificates/#'],
  ['/payment?email=ana@exemplo.com#c=ABC', '/payment'],
  ['/admin/users', '/admin/users'],
  ['/Maria da Silva', '/#'],
])('the path %s is reported as %s', (path, told) => {
  expect(screenOf(path)).toBe(told);
});

describe('the words of an error', () => {
  test.each([
    [
      "Cannot read properties of undefined (reading 'length')",
      "Cannot read properties of undefined (reading 'length')",
    ],
    ['Unexpected token \'m\', "minha senha"... is not valid JSON', 'Unexpected token \'m\', "…"... is not valid JSON'],
    ["'#minha resposta' is not a valid selector", "'…' is not a valid selector"],
    ['Falhou para ana@exemplo.com', 'Falhou para #'],
    ['Código 7K3M9QX2ABCDEFGH não vale', 'Código # não vale'],
    [
      'Failed to fetch dynamically imported module: https://a.example/assets/x-1.js?t=1',
      'Failed to fetch dynamically imported module: …',
    ],
    ['aberto "e nunca fechado', 'aberto "…"'],
  ])('%s', (words, told) => {
    expect(withoutDetails(words)).toBe(told);
  });
});

test('a reported stack contains only positions in our own files', () => {
  const stack = [
    'TypeError: minha resposta secreta',
    '    at Draw (https://escola.example/assets/index-Bt48RiWc.js:3:1205)',
    '    at https://escola.example/assets/vendor-BCg5eDsW.js:9:11',
    'render@https://escola.example/assets/quiz-screen-DHU.js:1:2',
    '    at eval (https://evil.example/steal.js:1:1)',
    '    at chrome-extension://abc/content.js:1:1',
  ].join('\n');
  expect(stackFramesOf(stack)).toBe(
    [
      'Draw (/assets/index-Bt48RiWc.js:3:1205)',
      '? (/assets/vendor-BCg5eDsW.js:9:11)',
      'render (/assets/quiz-screen-DHU.js:1:2)',
    ].join('\n'),
  );
});
