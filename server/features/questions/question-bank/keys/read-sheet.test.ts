import { describe, expect, test } from 'vitest';
import { chooseTable, matchKeys } from './match-keys.ts';
import { pastedRows, readSheet } from './read-sheet.ts';

const sheet = (text: string) => readSheet(pastedRows(text));
const written = (text: string) =>
  sheet(text).tables.map(({ name, keys }) => [
    name,
    [...keys].map(([number, key]) => `${number}${key.kind === 'annulled' ? '*' : key.letter}`).join(' '),
  ]);

describe('layouts', () => {
  test('a row of numbers above a row of letters is read', () => {
    expect(written('01 02 03 04\nD  B  A  C\n05 06 07 08\nE  *  X  A')).toEqual([[null, '1D 2B 3A 4C 5E 6* 7* 8A']]);
  });

  test('rows with a word before them are read', () => {
    expect(written('Questão 1 2 3\nGabarito A D B')).toEqual([[null, '1A 2D 3B']]);
  });

  for (const [name, text] of Object.entries({
    '1-D': '1-D 2-A\n3-C',
    '1) D': '1) D\n2) A\n3) C',
    '01 D': '01 D\n02 A\n03 C',
    '1. D': '1. D 2. A 3. C',
    '1 – D': '1 – D\n2 – A\n3 – C',
    '1: d': '1: d\n2: a\n3: c',
    'a table with bars': '| 1 | D |\n| 2 | A |\n| 3 | C |',
  })) {
    test(`a list like '${name}'`, () => expect(written(text)).toEqual([[null, '1D 2A 3C']]));
  }

  test('Certo and Errado are read as keys', () => {
    expect(written('1 Certo\n2 Errado\n3 anulada')).toEqual([[null, '1C 2E 3*']]);
  });

  test('several types are read, each under its title', () => {
    expect(written('PROVA TIPO 1 – BRANCA\n1 2\nA B\nPROVA TIPO 2 – VERDE\n1 2\nC D')).toEqual([
      ['1', '1A 2B'],
      ['2', '1C 2D'],
    ]);
  });

  test('several types are read from the columns of a table', () => {
    expect(written('TIPO 1 TIPO 2\n1 A B\n2 C D')).toEqual([
      ['1', '1A 2C'],
      ['2', '1B 2D'],
    ]);
  });

  test('several types are read by the numbers of one question in each', () => {
    expect(written('TIPO 1 TIPO 2 Gabarito\n1 2 A\n2 1 C')).toEqual([
      ['1', '1A 2C'],
      ['2', '2A 1C'],
    ]);
  });

  test('numbers from 1 again without a title begin another type', () => {
    expect(sheet('1 2\nA B\n1 2\nC D').tables).toHaveLength(2);
  });

  test('changes below the keys win over them', () => {
    expect(written('1 A\n2 B\n3 C\nQuestão 2 anulada.\nA questão 3 teve o gabarito alterado de C para D.')).toEqual([
      [null, '1A 2* 3D'],
    ]);
  });
});

describe('what does not fit', () => {
  test('more letters than numbers are a problem, not a guess', () => {
    const { tables, problems } = sheet('1 2 3\nA B C D');
    expect(tables).toEqual([]);
    expect(problems).toEqual(['As respostas das questões 1 a 3 não casam com os números.']);
  });

  test('fewer letters than numbers are matched by their columns', () => {
    expect(written('1   2   3   4\nA       C   D')).toEqual([[null, '1A 3C 4D']]);
  });

  test('a number with two keys is a problem', () => {
    expect(sheet('TIPO 1\n1 A\n1 B').problems).toEqual(['A questão 1 aparece com dois gabaritos.']);
  });

  test('numbers without letters are a problem', () => {
    expect(sheet('1 2 3\nBoa prova').problems).toEqual(['Há números sem respostas: 1 2 3…']);
  });
});

describe('matching', () => {
  const [table] = sheet('1 D\n2 F\n3 *\n5 A').tables;
  const questions = [1, 2, 3, 4].map((number) => ({ number, options: 5 }));

  test('keys go to questions by number, and what does not fit is named', () => {
    const match = matchKeys(questions, table ?? { name: null, keys: new Map() });
    expect([...match.keys]).toEqual([
      [1, { kind: 'letter', letter: 'D' }],
      [3, { kind: 'annulled' }],
    ]);
    expect(match.problems).toEqual([
      { kind: 'no_option', number: 2, letter: 'F' },
      { kind: 'missing', number: 4 },
    ]);
    expect(match.extra).toEqual([5]);
  });

  test('an item takes C and E, and no other letter', () => {
    const items = sheet('1 C\n2 E\n3 B').tables[0];
    const match = matchKeys(
      [1, 2, 3].map((number) => ({ number, options: 0 })),
      items ?? { name: null, keys: new Map() },
    );
    expect(match.keys.size).toBe(2);
    expect(match.problems).toEqual([{ kind: 'no_option', number: 3, letter: 'B' }]);
  });

  test('the type that the exam names is chosen, and none when the exam names none', () => {
    const types = sheet('TIPO 1\n1 A\nTIPO 2\n1 B');
    expect(chooseTable(types, '2')?.keys.get(1)).toEqual({ kind: 'letter', letter: 'B' });
    expect(chooseTable(types, null)).toBeNull();
    expect(chooseTable(types, '3')).toBeNull();
  });
});

test('a row of digits that ends in a letter is no list of annulled questions, and takes no exponential time', () => {
  expect(readSheet(pastedRows(`Questões anuladas: ${'1'.repeat(59)}x`)).tables).toEqual([]);
});

test('a row of more than 2,000 characters is no row of an answer sheet', () => {
  const row = (pairs: number) => Array.from({ length: pairs }, (_, at) => `${at + 1}-A`).join(' ');
  expect([row(100), row(600)].map((text) => readSheet(pastedRows(text)).tables.length)).toEqual([1, 0]);
});
