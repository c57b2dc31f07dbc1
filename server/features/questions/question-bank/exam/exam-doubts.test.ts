import { expect, test } from 'vitest';
import { readPdf } from '#server/pdf/read-pdf.ts';
import { column, type MadePage, makePdf } from '#server/pdf/testing/make-pdf.ts';
import { readExamEntries } from './exam-entries.ts';
import { readExam } from './read-exam.ts';

const read = async (pages: readonly MadePage[]) => readExam(await readPdf(await makePdf(pages)));
type Reading = Awaited<ReturnType<typeof read>>;
const letters = ['A', 'B', 'C', 'D', 'E'];

const question = (number: number, options: readonly string[]) => [
  '',
  `${number}. Sobre o tema ${number} desta prova, assinale a correta.`,
  ...options.map((text, at) => `(${letters[at]}) ${text}`),
];
const plain = ['uma delas.', 'outra delas.', 'a terceira.'];
const doubtsOf = ({ questions }: Reading) => questions.map(({ doubts }) => doubts);

test('a text above the first question that names no question is a warning of that question', async () => {
  const above = ['O rio corria devagar naquela tarde, e ninguém', 'falava nem olhava para a outra margem do rio.'];
  const reading = await read([{ texts: column([...above, ...question(1, plain), ...question(2, plain)]) }]);
  expect(doubtsOf(reading)).toEqual([['text_before'], []]);
});

test('options of which only some end with a full stop are a warning', async () => {
  const reading = await read([
    { texts: column([...question(1, ['uma delas.', 'outra que', 'a terceira.']), ...question(2, plain)]) },
  ]);
  expect(doubtsOf(reading)).toEqual([['option_ending'], []]);
});

test('a bracket that never closes is a warning, and the label of a list is none', async () => {
  const reading = await read([
    {
      texts: column([
        ...question(1, ['uma (delas.', 'outra.', 'mais uma.']),
        ...question(2, ['vale a) ou b).', 'outra.', 'mais uma.']),
      ]),
    },
  ]);
  expect(doubtsOf(reading)).toEqual([['brackets'], []]);
});

test('a drawing of lines is a figure of its question, and a frame around a text is none', async () => {
  const texts = column([...question(1, plain), '', '', '', '', '', '', '', '', '', ...question(2, plain)]);
  const rules = [
    { x: 300, y: 70, w: 80, h: 1 },
    { x: 300, y: 70, w: 1, h: 70 },
    { x: 320, y: 90, w: 30, h: 50 },
    { x: 340, y: 100, w: 30, h: 40 },
  ];
  const framed = { x: 35, y: 200, w: 300, h: 50 };
  const frame = [
    { ...framed, h: 1 },
    { ...framed, w: 1 },
    { ...framed, y: framed.y + framed.h, h: 1 },
    { ...framed, x: framed.x + framed.w, w: 1 },
  ];
  const { questions } = await read([{ texts, rules: [...rules, ...frame] }]);
  expect(questions.map(({ doubts }) => doubts)).toEqual([['figure'], []]);
  expect(questions[0]?.figures[0]?.box.w).toBeCloseTo(80, 0);
});

test('a drawing belongs to the question of its column, not to one beside it', async () => {
  const gap = ['', '', '', '', '', '', '', '', ''];
  const short = (number: number, more: readonly string[] = []) => [
    '',
    `${number}. Sobre o tema ${number}, marque a correta`,
    'entre as que seguem aqui.',
    ...more,
    ...['A', 'B', 'C'].map((letter) => `${letter}) resposta ${letter} do tema ${number}.`),
  ];
  const left = column([...short(1, gap), ...short(2), ...short(3), ...short(4)]);
  const right = column([...short(5), ...short(6), ...short(7), ...short(8)], { x: 320 });
  const rules = [
    { x: 50, y: 100, w: 90, h: 1 },
    { x: 50, y: 100, w: 1, h: 70 },
    { x: 70, y: 120, w: 30, h: 50 },
    { x: 110, y: 110, w: 30, h: 60 },
  ];
  const { questions } = await read([{ texts: [...left, ...right], rules }]);
  expect(questions.flatMap(({ number, figures }) => figures.map(() => number))).toEqual([1]);
});

test('characters that the font does not map are a warning, and a file full of them is refused', async () => {
  const pdf = await readPdf(await makePdf([{ texts: column([...question(1, plain), ...question(2, plain)]) }]));
  const [first] = pdf.lines;
  const damaged = pdf.lines.map((line) =>
    line === first
      ? {
          ...line,
          text: line.text.replace('tema', 't\uFFFDma'),
          spans: line.spans.map((span) => ({ ...span, text: span.text.replace('tema', 't\uFFFDma') })),
        }
      : line,
  );
  const { questions } = readExam({ ...pdf, lines: damaged });
  expect(questions.map(({ doubts }) => doubts)).toEqual([['figure', 'unreadable_characters'], []]);
  expect(questions[0]?.figures).toEqual([
    { page: 1, box: first?.box, isTable: false, isPicture: false, isFormula: true, part: 'statement' },
  ]);
  const unnamed = { ...pdf, pages: pdf.pages.map((page) => ({ ...page, unmapped: 200 })) };
  expect(() => readExamEntries(unnamed)).toThrow(/não diz quais são as suas letras/);
  expect(readExamEntries(pdf).entries).toHaveLength(2);
});
