import { expect, test } from 'vitest';
import { readPdf } from '#server/pdf/read-pdf.ts';
import { column, makePdf, type Put } from '#server/pdf/testing/make-pdf.ts';
import { paintedDrawings } from './drawing-crops.ts';
import { readExam } from './read-exam.ts';

const gap = Array.from({ length: 10 }, () => '');
const question = (number: number, between: readonly string[] = []) => [
  '',
  `${number}. Sobre o tema ${number} desta prova, veja o desenho e assinale a correta.`,
  ...between,
  ...['A', 'B', 'C'].map((letter) => `${letter}) resposta ${letter} do tema ${number}.`),
];

/** Three strokes and two bars, from (300, 80) to (460, 150). */
const rules = [
  { x: 300, y: 80, w: 160, h: 1 },
  { x: 300, y: 80, w: 1, h: 70 },
  { x: 300, y: 149, w: 160, h: 1 },
  { x: 330, y: 110, w: 20, h: 39 },
  { x: 420, y: 100, w: 20, h: 49 },
];

async function statementWith(labels: readonly Put[], { withPictures = true, end = '.' } = {}) {
  const written = column([...question(1, gap), ...question(2)]);
  const texts = [
    ...written.map((put) => ({ ...put, text: put.text.replace(/correta\.$/, `correta${end}`) })),
    ...labels,
  ];
  const bytes = await makePdf([{ texts, rules }]);
  const [first] = readExam(await readPdf(bytes, { withPictures }, paintedDrawings)).questions;
  return first;
}

const SENTENCE = 'Sobre o tema 1 desta prova, veja o desenho e assinale a correta.';

test('labels inside a painted drawing leave the statement, and the question stays doubted', async () => {
  const found = await statementWith([
    { text: 'Chuva', x: 355, y: 100 },
    { text: 'Rio Negro', x: 355, y: 125 },
  ]);
  expect(found?.statement).toBe(SENTENCE);
  expect(found?.doubts).toContain('figure');
  expect(found?.pieces.filter(({ part }) => part === 'statement')).toHaveLength(1);
});

test('labels stay where the drawing was not painted', async () => {
  const found = await statementWith([{ text: 'Chuva', x: 355, y: 100 }], { withPictures: false });
  expect(found?.statement).toContain('Chuva');
});

test.each([
  ['a sentence', { text: 'Chove.', x: 355, y: 100 }],
  ['more words than a label has', { text: 'a b c d e', x: 355, y: 100 }],
  ['a word that reaches out of the drawing', { text: 'Reservatório', x: 430, y: 95 }],
  ['a word below the drawing', { text: 'Chuva', x: 355, y: 166 }],
])('%s stays in the statement', async (_, put) => {
  const found = await statementWith([put]);
  expect(found?.statement).toContain(put.text);
});

test('a word inside the drawing that goes on with the sentence above it stays in the statement', async () => {
  const put = { text: 'nos rios', x: 355, y: 100 };
  expect((await statementWith([put], { end: '' }))?.statement).toContain('nos rios');
  expect((await statementWith([put]))?.statement).not.toContain('nos rios');
});

test('the picture of a drawing holds the labels around it', async () => {
  const label = { text: 'Chuva', x: 355, y: 162 };
  const [drawn] = paintedDrawings(
    await readPdf(await makePdf([{ texts: [...column([...question(1, gap), ...question(2)]), label], rules }])),
  );
  expect(drawn?.box.y).toBeGreaterThan(75);
  expect((drawn?.crop.y ?? 0) + (drawn?.crop.h ?? 0)).toBeGreaterThan(label.y);
});
