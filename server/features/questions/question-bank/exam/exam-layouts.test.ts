import { describe, expect, test } from 'vitest';
import { readPdf } from '#server/pdf/read-pdf.ts';
import { column, type MadePage, makePdf, type Put } from '#server/pdf/testing/make-pdf.ts';
import { readExam } from './read-exam.ts';

const read = async (pages: readonly MadePage[]) => readExam(await readPdf(await makePdf(pages)));

const nouns = [
  'servidor',
  'cidadão',
  'juiz',
  'conselho',
  'município',
  'contrato',
  'prazo',
  'recurso',
  'pedido',
  'órgão',
];
const verbs = ['aprecia', 'recebe', 'publica', 'examina', 'revoga', 'entrega', 'mantém', 'altera', 'confirma', 'anula'];

/** A sentence of any number of words; equal numbers give equal sentences. */
const sentence = (seed: number, words: number): string =>
  Array.from({ length: words }, (_, at) => {
    const list = at % 2 === 0 ? nouns : verbs;
    return list[(seed * 7 + at * 3) % list.length];
  }).join(' ');

/** Breaks a text into lines as a column of this many characters does. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

type Flowed = Omit<Put, 'x' | 'y'> & { indent?: number; gap?: number };

const COLUMNS = [40, 320];
const BOTTOM = 770;

/** Lets lines flow through two columns and over pages, with the running lines of each page. */
function flow(lines: readonly Flowed[], running: (page: number) => Put[]): MadePage[] {
  const pages: Put[][] = [running(1)];
  let [column, y] = [0, 70];
  for (const { indent = 0, gap = 0, ...put } of lines) {
    y += gap;
    if (y > BOTTOM) {
      y = 70;
      column = (column + 1) % COLUMNS.length;
      if (column === 0) pages.push(running(pages.length + 1));
    }
    pages.at(-1)?.push({ ...put, x: (COLUMNS[column] ?? 0) + indent, y });
    y += 12;
  }
  return pages.map((texts) => ({ texts }));
}

const letters = ['A', 'B', 'C', 'D', 'E'];
const statementOf = (number: number) => `No tema ${number}, ${sentence(number, 15)}, é correto afirmar que`;
const optionOf = (number: number, at: number) =>
  `a opção ${letters[at]} ${sentence(number + at, 4 + ((number + at) % 8))}.`;
const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

type Reading = Awaited<ReturnType<typeof read>>;

/** Every question of `numbersTo(count)` is exact and not doubted. */
function expectExact({ questions }: Reading, count: number) {
  expect(
    questions.map(({ number, statement, options, doubts }) => [
      number,
      statement,
      options.map(({ text }) => text),
      doubts,
    ]),
  ).toEqual(
    numbersTo(count).map((number) => [number, statementOf(number), letters.map((_, at) => optionOf(number, at)), []]),
  );
}

describe('layouts of exams', () => {
  test('numbers with a leading zero, hanging options and a text for the first questions in two columns are read', async () => {
    const lines: Flowed[] = [
      { text: 'LÍNGUA PORTUGUESA', indent: 60, bold: true },
      { text: 'Leia o texto para responder às questões de números 01 a 03.', gap: 8 },
      ...wrap(`A cidade ${sentence(3, 60)}.`, 50).map((text, at) => ({
        text,
        indent: at === 0 ? 14 : 0,
        gap: at === 0 ? 8 : 0,
      })),
      { text: '(Folha de Algum Lugar, 10.01.2020. Adaptado)', indent: 40, size: 8 },
    ];
    for (const number of numbersTo(12)) {
      if (number === 7) lines.push({ text: 'MATEMÁTICA', indent: 60, gap: 14, bold: true });
      const statement = wrap(`${String(number).padStart(2, '0')}. ${statementOf(number)}`, 46);
      lines.push(...statement.map((text, at) => ({ text, indent: at === 0 ? 0 : 20, gap: at === 0 ? 10 : 0 })));
      for (const [at, letter] of letters.entries()) {
        const option = wrap(`(${letter}) ${optionOf(number, at)}`, 42);
        lines.push(...option.map((text, row) => ({ text, indent: row === 0 ? 20 : 36, gap: row === 0 ? 4 : 0 })));
      }
    }
    const reading = await read(
      flow(lines, (page) => [
        { text: String(page + 1), x: 40, y: 30 },
        { text: 'ABCD1901 | 001-Soldado', x: 250, y: 30, size: 8 },
        { text: 'Confidencial até o momento da aplicação.', x: 200, y: 820, size: 8 },
      ]),
    );
    expectExact(reading, 12);
    const { questions } = reading;
    expect(questions.map(({ baseText }) => baseText !== null)).toEqual(numbersTo(12).map((number) => number <= 3));
    expect(questions.map(({ subject }) => subject)).toEqual(
      numbersTo(12).map((number) => (number < 7 ? 'Língua Portuguesa' : 'Matemática')),
    );
  });

  test('bare numbers on their own line are read, and a header that one page cuts into two columns is left out everywhere', async () => {
    const lines: Flowed[] = [];
    for (const number of numbersTo(12)) {
      lines.push({ text: String(number), gap: 14, bold: true });
      lines.push(...wrap(statementOf(number), 50).map((text) => ({ text })));
      for (const [at, letter] of letters.entries()) {
        const option = wrap(`(${letter}) ${optionOf(number, at)}`, 48);
        lines.push(...option.map((text, row) => ({ text, indent: row === 0 ? 0 : 18 })));
      }
    }
    const pages = flow(lines, (page) => [
      { text: 'POLÍCIA MILITAR', x: 40, y: 30 },
      { text: 'INSTITUTO DE PROVAS', x: 440, y: 30 },
      { text: `SOLDADO TIPO 1 BRANCA – PÁGINA ${page}`, x: 220, y: 820 },
    ]);
    expect(pages).toHaveLength(2);
    const reading = await read(pages);
    expectExact(reading, 12);
    // The number on its own line is no piece: nothing of it can move to another part.
    expect(reading.questions.flatMap(({ pieces }) => pieces).every(({ from, to }) => from < to)).toBe(true);
  });

  test('numbers in the margin beside the statement and a text announced by a word of attention are read', async () => {
    const texts: Put[] = [
      ...column([
        '#Conhecimentos Gerais',
        '',
        'Atenção: Para responder às questões de números 1 a 2, baseie-se no',
        'texto abaixo.',
      ]),
      ...column(wrap(`Havia um rio ${sentence(2, 40)}.`, 90), { y: 110 }),
    ];
    let y = 180;
    for (const number of numbersTo(3)) {
      texts.push({ text: `${number}.`, x: 40, y, bold: true });
      for (const text of wrap(statementOf(number), 80)) {
        texts.push({ text, x: 64, y });
        y += 12;
      }
      for (const [at, letter] of letters.entries()) {
        y += 4;
        texts.push({ text: `(${letter})`, x: 64, y });
        for (const text of wrap(optionOf(number, at), 70)) {
          texts.push({ text, x: 86, y });
          y += 12;
        }
      }
      y += 12;
    }
    const reading = await read([{ texts }]);
    expectExact(reading, 3);
    expect(reading.questions.map(({ baseText }) => baseText?.includes('Havia um rio') ?? false)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('options that are a letter and a gap are read', async () => {
    const texts: Put[] = [];
    let y = 60;
    for (const number of numbersTo(4)) {
      texts.push({ text: `Questão ${number}`, x: 40, y, bold: true });
      y += 14;
      for (const text of wrap(statementOf(number), 90)) {
        texts.push({ text, x: 40, y });
        y += 12;
      }
      for (const [at, letter] of letters.entries()) {
        texts.push({ text: letter, x: 40, y, bold: true });
        for (const text of wrap(optionOf(number, at), 40)) {
          texts.push({ text, x: 56, y });
          y += 12;
        }
      }
      y += 8;
    }
    expectExact(await read([{ texts }]), 4);
  });

  test('options in one line with a few spaces between them are split', async () => {
    const lines = numbersTo(4).flatMap((number) => [
      '',
      `${number}) Sobre as afirmações do grupo ${number}, assinale a resposta correta:`,
      'a) I e II.   b) I e III.   c) II e III.   d) todas.   e) nenhuma.',
    ]);
    const { questions } = await read([{ texts: column(lines) }]);
    expect(questions.map(({ options, doubts }) => [options.map(({ text }) => text), doubts])).toEqual(
      numbersTo(4).map(() => [['I e II.', 'I e III.', 'II e III.', 'todas.', 'nenhuma.'], []]),
    );
  });

  test('an option that names other options in its sentence is not cut there', async () => {
    const lines = numbersTo(3).flatMap((number) => [
      '',
      `${number}) Sobre o tema ${number}, assinale a resposta correta:`,
      'a) vale a alínea b) do artigo.',
      'b) vale a outra alínea.',
      'c) nada vale.',
    ]);
    const { questions } = await read([{ texts: column(lines) }]);
    expect(questions.map(({ options }) => options.map(({ text }) => text))).toEqual(
      numbersTo(3).map(() => ['vale a alínea b) do artigo.', 'vale a outra alínea.', 'nada vale.']),
    );
  });

  test('options two by two do not make two columns of the page', async () => {
    const texts = numbersTo(6).flatMap((number): Put[] => [
      { text: `${number}. Assinale a palavra que completa a frase ${number} desta lista:`, x: 40, y: number * 60 },
      ...['A', 'B', 'C', 'D'].map((letter, at) => ({
        text: `${letter}) palavra ${letter}`,
        x: at % 2 === 0 ? 40 : 300,
        y: number * 60 + (at < 2 ? 14 : 28),
      })),
    ]);
    const { questions } = await read([{ texts }]);
    expect(questions.map(({ options, doubts }) => [options.map(({ text }) => text), doubts])).toEqual(
      numbersTo(6).map(() => [['palavra A', 'palavra B', 'palavra C', 'palavra D'], []]),
    );
  });

  test('assertions with roman numbers stay in the statement, each in a paragraph', async () => {
    const lines = numbersTo(3).flatMap((number) => [
      '',
      `QUESTÃO 0${number}`,
      'Analise as assertivas abaixo e assinale a alternativa correta:',
      'I. A primeira é clara.',
      'II. A segunda é longa e continua',
      'na linha de baixo.',
      'a) Apenas I está correta.',
      'b) Apenas II está correta.',
      'c) As duas estão corretas.',
    ]);
    const { questions } = await read([{ texts: column(lines) }]);
    expect(questions.map(({ statement }) => statement)).toEqual(
      numbersTo(3).map(
        () =>
          'Analise as assertivas abaixo e assinale a alternativa correta:\nI. A primeira é clara.\nII. A segunda é longa e continua na linha de baixo.',
      ),
    );
  });
});

describe('items that are right or wrong', () => {
  const items = (from: number, to: number, x: number, y: number) => {
    const texts: Put[] = [];
    for (let number = from; number <= to; number += 1) {
      texts.push({ text: String(number), x, y, bold: true });
      for (const text of wrap(`O item ${number} afirma que ${sentence(number, 12)}.`, 44)) {
        texts.push({ text, x: x + 18, y });
        y += 12;
      }
      y += 6;
    }
    return texts;
  };

  test('items in two columns have their command and the numbered lines of its titled text, without the numbers', async () => {
    const story = wrap(`No fim do século passado, ${sentence(5, 60)}.`, 48);
    const texts: Put[] = [
      { text: 'Texto CB1A1-I', x: 120, y: 60, bold: true },
      ...story.flatMap((text, at) => [
        { text, x: 45, y: 76 + at * 12 },
        ...(at % 3 === 0 ? [{ text: String(at + 1), x: 28, y: 76 + at * 12, size: 7 }] : []),
      ]),
      ...column(wrap('Com relação às ideias e aos sentidos do texto CB1A1-I, julgue os itens a seguir.', 50), {
        y: 300,
      }),
      ...items(1, 6, 40, 330),
      ...column(wrap('Acerca dos direitos e das garantias fundamentais, julgue os itens seguintes.', 50), {
        x: 320,
        y: 60,
      }),
      ...items(7, 12, 320, 90),
    ];
    const { questions } = await read([{ texts }]);
    expect(questions.map(({ number, kind, statement, doubts }) => [number, kind, statement, doubts])).toEqual(
      numbersTo(12).map((number) => [number, 'trueFalse', `O item ${number} afirma que ${sentence(number, 12)}.`, []]),
    );
    expect(questions[0]?.baseText?.split('\n').slice(0, 2)).toEqual(['Texto CB1A1-I', story.join(' ')]);
    expect(questions[6]?.baseText).toBe('Acerca dos direitos e das garantias fundamentais, julgue os itens seguintes.');
  });

  test('a titled text belongs to the items of every command that speaks of it', async () => {
    const texts: Put[] = [
      { text: 'Texto CB1A1-I', x: 120, y: 60, bold: true },
      ...column(wrap(`No fim do século passado, ${sentence(5, 30)}.`, 90), { y: 80 }),
      ...column(['Com relação às ideias do texto CB1A1-I, julgue os itens a seguir.'], { y: 160 }),
      ...items(1, 3, 40, 190),
      ...column(['Acerca dos direitos fundamentais, julgue os itens seguintes.'], { y: 330 }),
      ...items(4, 5, 40, 360),
      ...column(['Ainda a respeito do texto CB1A1-I, julgue os próximos itens.'], { y: 480 }),
      ...items(6, 7, 40, 510),
    ];
    const { questions } = await read([{ texts }]);
    const baseTexts = questions.map(({ baseText }) => baseText ?? '');
    expect(baseTexts.map((text) => text.includes('No fim do século passado'))).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
    expect(baseTexts[6]).toMatch(
      /^Texto CB1A1-I\n[\s\S]+Ainda a respeito do texto CB1A1-I, julgue os próximos itens\.$/,
    );
    expect(baseTexts[6]).not.toContain('Com relação às ideias');
  });

  test("items with a printed '( ) Certo ( ) Errado' lose it and are right or wrong", async () => {
    const lines = numbersTo(3).flatMap((number) => [
      '',
      `${number}. O item ${number} afirma uma coisa.`,
      '( ) Certo ( ) Errado',
    ]);
    const { questions } = await read([{ texts: column(lines) }]);
    expect(questions.map(({ kind, statement, doubts }) => [kind, statement, doubts])).toEqual(
      numbersTo(3).map((number) => ['trueFalse', `O item ${number} afirma uma coisa.`, []]),
    );
  });
});
