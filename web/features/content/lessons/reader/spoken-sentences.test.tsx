import { expect, it } from 'vitest';
import { resumeIndexOf, spokenSentences } from './spoken-sentences.ts';

function partsOf(html: string) {
  const root = document.createElement('div');
  root.innerHTML = html;
  return spokenSentences(root);
}

it('sentences are read block by block, with names of formulas and pictures and without note numbers', () => {
  const parts = partsOf(
    '<h2>Ato</h2><p>Primeira frase. Segunda, com <math><mi>x</mi></math>!<sup><a id="ref-1" href="#nota-1">1</a></sup></p>' +
      '<ul><li>Um</li><li><p>Dois</p></li></ul><p><img alt="Mapa"></p><p>***</p>',
  );
  expect(parts.map(({ text }) => text)).toEqual([
    'Ato',
    'Primeira frase.',
    'Segunda, com fórmula !',
    'Um',
    'Dois',
    'Imagem: Mapa.',
  ]);
  expect(parts[4]?.block.localName).toBe('p');
});

it('a sentence that is too long for a voice is split without losing a word', () => {
  const long = Array.from({ length: 200 }, (_, index) => `palavra${index},`).join(' ');
  const parts = partsOf(`<p>${long}</p><p>${'x'.repeat(1000)}</p>`);
  expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(240);
  expect(
    parts
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(' ', ''),
  ).toBe(`${long}${'x'.repeat(1000)}`.replaceAll(' ', ''));
});

it('reading aloud continues at the saved sentence, also if the lesson has changed', () => {
  const parts = partsOf('<p>Nova. Um. Dois. Um.</p>');
  expect(resumeIndexOf(parts, { at: 0, text: 'Um.' })).toBe(1);
  expect(resumeIndexOf(parts, { at: 3, text: 'Um.' })).toBe(3);
  expect(resumeIndexOf(parts, { at: 2, text: 'Sumiu.' })).toBe(2);
  expect(resumeIndexOf(parts, { at: 99, text: 'Sumiu.' })).toBe(3);
  expect(resumeIndexOf(parts, null)).toBe(0);
  expect(resumeIndexOf([], { at: 3, text: 'x' })).toBe(0);
});
