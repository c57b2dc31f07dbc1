import { describe, expect, it } from 'vitest';
import { highlighterOf } from '#server/features/platform/search/snippet.ts';
import { nearWords, plainWords, queryWords, singular } from './search-words.ts';

describe('singulars', () => {
  it.each([
    ['licao', 'licoes'],
    ['cao', 'caes'],
    ['mao', 'maos'],
    ['penal', 'penais'],
    ['papel', 'papeis'],
    ['sol', 'sois'],
    ['homem', 'homens'],
    ['flor', 'flores'],
    ['juiz', 'juizes'],
    ['verbo', 'verbos'],
    ['regra', 'regras'],
  ])('%s and %s are one', (one, many) => {
    expect(singular(many)).toBe(singular(one));
  });

  it('leaves short words and double s alone', () => {
    expect(['os', 'tres', 'gas', 'access'].map(singular)).toEqual(['os', 'tre', 'gas', 'access']);
  });
});

it('takes words apart without case and accents', () => {
  expect(plainWords('Art. 144 – Segurança PÚBLICA: é dever!')).toEqual([
    'art',
    '144',
    'seguranca',
    'publica',
    'e',
    'dever',
  ]);
  expect(queryWords('  Lições   de\u0301 x ')).toEqual([
    { original: 'lições', plain: 'licoes', singular: 'licao' },
    { original: 'dé', plain: 'de', singular: 'de' },
    { original: 'x', plain: 'x', singular: 'x' },
  ]);
  expect(queryWords('"; DROP TABLE & | ! <-> :* \\')).toHaveLength(2);
  expect(queryWords('a '.repeat(50))).toHaveLength(8);
});

it('knows every word that is one typing error away', () => {
  const near = nearWords('crase');
  for (const typed of ['rase', 'crse', 'cras', 'crsae', 'crace', 'frase', 'crasse', 'crases', 'acrase']) {
    expect(near.has(typed), typed).toBe(true);
  }
  for (const other of ['crase', 'casa', 'crises', 'cr']) expect(near.has(other), other).toBe(false);
  for (const unfit of ['lei', '1988', 'x'.repeat(21), 'ção']) expect(nearWords(unfit).size).toBe(0);
});

describe('snippets', () => {
  const snippet = (text: string, query: string) => highlighterOf(queryWords(query)).snippet(text);

  const text = `${'Introdução longa ao tema. '.repeat(20)}A concordância verbal manda no verbo. ${'Fim do texto. '.repeat(30)}`;

  it('show the first hit with what stands around it', () => {
    const pieces = snippet(text, 'concordancias');
    expect(pieces.find((piece) => piece.hit)?.text).toBe('concordância');
    const whole = pieces.map((piece) => piece.text).join('');
    expect(whole).toMatch(/^… .*A concordância verbal manda no verbo\..* …$/);
    expect(whole.length).toBeLessThan(220);
  });

  it('show what is near, however far it stands and whatever lies between its words', () => {
    const far = `concordâncias ${'sem nada.\n\n \t'.repeat(2000)}  o   verbo\n concorda   com o sujeito ${'e mais '.repeat(500)}`;
    const text = snippet(far, 'sujeito').map((piece) => (piece.hit ? `[${piece.text}]` : piece.text));
    expect(text.join('')).toMatch(/^… .*o verbo concorda com o \[sujeito\] e mais .* …$/);
  });

  it('begin at the beginning when nothing is marked', () => {
    expect(snippet('Texto curto.', 'zebra')).toEqual([{ text: 'Texto curto.', hit: false }]);
    expect(snippet('', 'zebra')).toEqual([]);
  });

  it('never split a character', () => {
    for (const piece of snippet('📚'.repeat(300), 'x')) expect(piece.text.isWellFormed()).toBe(true);
  });
});
