import { expect, it } from 'vitest';
import { gapNumbers, parseCardText, plainCardText } from './card-text.ts';

const text = (value: string) => ({ kind: 'text', text: value });

it('a sentence with gaps is split into text, gaps with their numbers, and hints', () => {
  expect(parseCardText('Às PMs cabem a {{c1::polícia ostensiva::na rua}} e a {{c2::ordem}}.')).toEqual([
    text('Às PMs cabem a '),
    { kind: 'gap', number: 1, inside: [text('polícia ostensiva')], hint: 'na rua' },
    text(' e a '),
    { kind: 'gap', number: 2, inside: [text('ordem')], hint: '' },
    text('.'),
  ]);
  expect(gapNumbers('{{c3::b}} {{c1::a}} {{c3::c}}')).toEqual([1, 3]);
});

it('a formula inside a gap may end with two braces, and an amount in reais is no formula', () => {
  expect(parseCardText('Custa R$ 5: {{c1::\\(x^{2^{3}}\\)}} ou \\[\\frac{1}{2}\\]')).toEqual([
    text('Custa R$ 5: '),
    { kind: 'gap', number: 1, inside: [{ kind: 'formula', latex: 'x^{2^{3}}', isBlock: false }], hint: '' },
    text(' ou '),
    { kind: 'formula', latex: '\\frac{1}{2}', isBlock: true },
  ]);
});

it('markers without a partner stay text, so that no letter of a card is lost', () => {
  for (const source of [
    '{{c1::aberta',
    'sobra }} aqui',
    '\\( aberta',
    'fecha \\) só',
    '{{c1::a {{c2::b}}',
    'a{{c1::b\\(c',
  ])
    expect(
      parseCardText(source)
        .map((part) =>
          part.kind === 'gap'
            ? `{{c${part.number}::${part.inside.map((one) => (one.kind === 'text' ? one.text : one.latex)).join('')}}}`
            : part.kind === 'text'
              ? part.text
              : part.latex,
        )
        .join(''),
    ).toBe(source);
});

it('the plain text of a card has neither markers nor hints', () => {
  expect(plainCardText('A {{c1::água::líquido}} é \\(H_2O\\)')).toBe('A água é H_2O');
});

it('a long text of opening markers is read in time that grows with its length only', () => {
  expect(plainCardText('{{c1::'.repeat(600))).toHaveLength(3600);
  expect(plainCardText('\\('.repeat(1900))).toHaveLength(3800);
});
