import { expect, test } from 'vitest';
import {
  articleWords,
  calmLabel,
  calmTitle,
  foldLines,
  historyWords,
  searchLines,
  shortAmending,
  textWithoutRemarks,
} from './law-words.ts';

test('the publisher’s remarks leave the end of a text, and stay inside of it', () => {
  const amending = 'Emenda Constitucional nº 104, de 2019';
  expect(textWithoutRemarks({ text: `polícias penais. (Redação dada pela ${amending})`, amending })).toBe(
    'polícias penais.',
  );
  expect(textWithoutRemarks({ text: `um (Incluído pela ${amending}) (Redação dada pela ${amending})`, amending })).toBe(
    'um',
  );
  expect(textWithoutRemarks({ text: '(Incluído pela Lei nº 1) e mais texto', amending })).toBe(
    '(Incluído pela Lei nº 1) e mais texto',
  );
  expect(textWithoutRemarks({ text: 'sem remarca (Regulamento)', amending: '' })).toBe('sem remarca (Regulamento)');
});

test('a text that is only a remark stays', () => {
  const amending = 'Lei nº 1, de 2001';
  expect(textWithoutRemarks({ text: `(Incluído pela ${amending})`, amending })).toBe(`(Incluído pela ${amending})`);
});

test.each([
  ['Emenda Constitucional nº 104, de 2019', 'EC 104, 2019'],
  ['Lei nº 10.000, de 2 de maio de 2001', 'Lei 10.000, 2001'],
  ['Lei Complementar nº 101', 'LC 101'],
  ['Decreto-Lei nº 5.452, de 1943', 'DL 5.452, 1943'],
  ['Resolução da Mesa', 'Resolução da Mesa'],
])('%s is %s', (amending, short) => {
  expect(shortAmending(amending)).toBe(short);
});

test('titles in capitals become calm, others stay', () => {
  expect(calmTitle('DOS DIREITOS SOCIAIS')).toBe('Dos direitos sociais');
  expect(calmTitle('Da Família')).toBe('Da Família');
  expect(calmLabel('TÍTULO II')).toBe('Título II');
  expect(calmLabel('Art. 5º')).toBe('Art. 5º');
});

test('articles are named by their ids', () => {
  expect(['art5', 'art144', 'art103-1', 'anx1_art2'].map((one) => articleWords(one, 'CF'))).toEqual([
    'Art. 5º',
    'Art. 144',
    'Art. 103-A',
    'Art. 2º',
  ]);
});

test('a search finds lines with all words, without accents and capitals, in order', () => {
  const lines = foldLines([
    { label: 'I -', text: 'polícia federal;' },
    { label: 'II -', text: 'polícias civis;' },
    { label: 'III -', text: 'guarda municipal' },
  ]);
  expect(searchLines(lines, 'POLICIA', 1)).toEqual({
    found: [{ line: { label: 'I -', text: 'polícia federal;' }, excerpt: 'I - polícia federal;' }],
    total: 2,
  });
  expect(searchLines(lines, 'civis polícia', 10).total).toBe(1);
  expect(searchLines(lines, '  ', 10)).toEqual({ found: [], total: 0 });
});

test('a line that is found shows the letters around the longest word, at most 220 and the breaks', () => {
  const excerptFor = (text: string, words: string) =>
    searchLines(foldLines([{ label: 'Art. 1º', text }]), words, 1).found[0]?.excerpt ?? '';
  const many = (count: number) => Array.from({ length: count }, () => 'ação').join(' ');
  const far = excerptFor(`${many(300)} soberania ${many(300)}`, 'SOBERANIA');
  expect(far).toMatch(/^… .*soberania.* …$/);
  expect(far.length).toBeLessThanOrEqual(224);
  expect(far.indexOf('soberania')).toBeLessThan(80);
  expect(excerptFor(`soberania ${many(300)}`, 'soberania')).toMatch(/^Art\. 1º soberania ação.* …$/);
  expect(excerptFor(`${many(300)} soberania`, 'soberania')).toMatch(/^… .*ação soberania$/);
  expect(excerptFor('Curto: a soberania.', 'a soberania')).toBe('Art. 1º Curto: a soberania.');
  expect(excerptFor(`${'x'.repeat(900)}soberania${'x'.repeat(900)}`, 'soberania')).toContain('soberania');
});

test('the history of a device names norm, state and the days that are known', () => {
  const known = {
    amending: '',
    state: 'in_force',
    from: null,
    publishedOn: null,
    until: null,
    isLater: false,
  } as const;
  expect(historyWords(known)).toBe('texto anterior');
  expect(historyWords({ ...known, until: '2001-05-01' })).toBe('texto anterior, até 30/04/2001');
  expect(historyWords({ ...known, amending: 'Lei nº 14.994, de 2024', from: '2024-10-10', state: 'revoked' })).toBe(
    'Lei 14.994, 2024, revogado, desde 10/10/2024',
  );
  expect(
    historyWords({ ...known, isLater: true, publishedOn: '2026-01-05', from: '2026-03-01', until: '2026-07-01' }),
  ).toBe('texto posterior, publicada em 05/01/2026, de 01/03/2026, até 30/06/2026');
});

test.each(['SV', 'Súmulas Vinculantes do STF', 'sumulas do stj'])('an article of %s is a súmula', (name) => {
  expect(articleWords('art11', name)).toBe('Súmula 11');
});
