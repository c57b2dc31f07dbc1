import { describe, expect, test } from 'vitest';
import { linesOf, readNumbered } from './numbered-read.ts';

const read = (text: string) => readNumbered(linesOf(text));
const textsOf = (text: string) =>
  read(text).entries.map(({ question, unfinished }) => {
    const found = question ?? unfinished;
    return [found?.questionText, ...(found?.options.map(({ optionText }) => optionText) ?? [])];
  });
const question = (number: number) => `${number}. Qual é o tema ${number}?\na) um\nb) dois\nGabarito: a`;

describe('covers', () => {
  test('a title with a number and numbered instructions are left out and named', () => {
    const cover = '22º SIMULADO\nInstruções\n1. Verifique o caderno.\n2. Use caneta preta.\n3. Não converse.';
    const { entries, remarks } = read(`${cover}\n${question(1)}\n${question(2)}`);
    expect(entries.map(({ number, question: ready }) => [number, ready?.questionText])).toEqual([
      [1, 'Qual é o tema 1?'],
      [2, 'Qual é o tema 2?'],
    ]);
    expect(remarks).toEqual([expect.stringMatching(/antes da primeira questão .*22º SIMULADO Instruções/)]);
  });

  test('a list in the statement of the first question is no cover', () => {
    const list = '1. Sobre os itens:\n1. o primeiro\n2. o segundo\na) um\nb) dois\nGabarito: b';
    expect(textsOf(`Prova\n${list}\n${question(2)}`)[0]).toEqual([
      'Sobre os itens:\n1. o primeiro\n2. o segundo',
      'um',
      'dois',
    ]);
  });

  test('questions with their word before the number begin at the first of them', () => {
    const named = (number: number) => `QUESTÃO 0${number}\nQual é o tema?\na) um\nb) dois\nGabarito: a`;
    const { entries } = read(`1. Leia tudo.\n2. Responda.\n${named(1)}\n${named(2)}`);
    expect(entries.map(({ question: ready }) => ready?.questionText)).toEqual(['Qual é o tema?', 'Qual é o tema?']);
  });
});

describe('lines that pages repeat', () => {
  const foot = (page: number) => `EXAME UNIFICADO – TIPO 1 – BRANCA – Página ${page}`;

  test('a foot line inside options and statements is left out everywhere and named', () => {
    const text = [1, 2, 3].map(
      (number) => `${number}. Qual é o tema ${number}?\na) um\nb) dois\n${foot(number)}\nGabarito: a`,
    );
    const inside = `4. Um enunciado\n${foot(4)}\nque continua?\na) um\nb) dois\nGabarito: a`;
    const { entries, remarks } = read([...text, inside].join('\n'));
    expect(entries.every(({ problem }) => problem === null)).toBe(true);
    expect(entries.map(({ question: ready }) => ready?.options[1]?.optionText)).toEqual([
      'dois',
      'dois',
      'dois',
      'dois',
    ]);
    expect(entries[3]?.question?.questionText).not.toContain('EXAME');
    expect(remarks).toEqual([`Ficou de fora uma linha que se repete 4 vezes: “${foot(1)}”`]);
  });

  test('a command that statements repeat stays', () => {
    const text = [1, 2, 3].map(
      (number) => `${number}. Tema ${number}.\nAssinale a alternativa correta.\na) um\nb) dois\nGabarito: a`,
    );
    expect(textsOf(text.join('\n'))[0]?.[0]).toBe('Tema 1.\nAssinale a alternativa correta.');
  });
});

test('lines that were broken by the page are joined in options and statements', () => {
  const text =
    '1. O servidor público que pratica ato com desvio de finalidade no\nexercício da função responde por\na) improbidade administra-\ntiva e\nmulta.\nb) nada.\nGabarito: a';
  expect(textsOf(text)[0]).toEqual([
    'O servidor público que pratica ato com desvio de finalidade no exercício da função responde por',
    'improbidade administrativa e multa.',
    'nada.',
  ]);
});

describe('shared texts', () => {
  const text = 'Texto para as questões 2 e 3\nO rio corria devagar.\n1. era o primeiro verso';

  test('a text between questions belongs to those that it names', () => {
    const { entries } = read([question(1), text, question(2), question(3), question(4)].join('\n'));
    expect(
      entries.map(({ number, question: ready }) => [number, ready?.baseText?.text.includes('O rio corria') ?? false]),
    ).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, false],
    ]);
    expect(entries[0]?.question?.options[1]?.optionText).toBe('dois');
  });

  test('a text before the first question is no cover', () => {
    const { entries, remarks } = read(
      ['Texto para as questões 1 e 2\nO rio corria.', question(1), question(2)].join('\n'),
    );
    expect(entries[0]?.question?.baseText?.text).toContain('O rio corria.');
    expect(remarks).toEqual([]);
  });

  test('a text that names no question excludes the questions after it until an author reviews them', () => {
    const { entries } = read([question(1), 'TEXTO II\nO rio corria.', question(2)].join('\n'));
    expect(entries.map(({ problem }) => problem)).toEqual([
      null,
      'Confira: não sabemos de quais questões é o texto de apoio.',
    ]);
  });
});

test('the origin before a statement becomes banca, órgão and year, and leaves the statement', () => {
  const { entries } = read('1. (FGV - OAB - 2016) Qual é o tema?\na) um\nb) dois\nGabarito: a');
  expect(entries[0]?.question).toMatchObject({
    questionText: 'Qual é o tema?',
    source: 'FGV',
    organ: 'OAB',
    year: 2016,
  });
});
