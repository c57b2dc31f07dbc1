import { expect, test } from 'vitest';
import { PDF_MAX_PAGES } from '#contract/limits.ts';
import { readPdf } from './read-pdf.ts';
import { column, makePdf } from './testing/make-pdf.ts';

const sentence = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${word} número ${at + 1} desta coluna da prova`);
const texts = async (bytes: Uint8Array) => (await readPdf(bytes)).lines.map(({ text }) => text);

test('two columns are read one after the other, and a title over both comes first', async () => {
  const page = {
    texts: [
      { text: 'Um título que vai de uma coluna até a outra coluna da página toda', x: 120, y: 50, size: 12 },
      ...column(sentence('esquerda', 20), { x: 40, y: 80 }),
      // Other heights than on the left, so that rows of the page mix both columns.
      ...column(sentence('direita', 20), { x: 320, y: 85 }),
    ],
  };
  const lines = await texts(await makePdf([page]));
  expect(lines[0]).toContain('título');
  expect(lines.slice(1, 21).every((line) => line.startsWith('esquerda'))).toBe(true);
  expect(lines.slice(21).every((line) => line.startsWith('direita'))).toBe(true);
  expect(lines).toHaveLength(41);
});

test('a page with one column stays one column', async () => {
  const long = Array.from(
    { length: 20 },
    (_, at) =>
      `${at} uma linha que vai da margem esquerda até perto da margem direita da página inteira, sem nenhum vão`,
  );
  const { pages } = await readPdf(await makePdf([{ texts: column(long) }]));
  expect(pages[0]?.gutter).toBeNull();
});

test('lines that pages repeat and their numbers are left out and named, and numbers of questions stay', async () => {
  const page = (number: number) => ({
    texts: [
      { text: 'PREFEITURA DE ALGUM LUGAR – TIPO 2', x: 40, y: 30 },
      { text: `QUESTÃO ${number * 3}`, x: 40, y: 60 },
      ...column(sentence(`página${'abcd'[number]}`, 5), { y: 80 }),
      { text: `Página ${number + 1}`, x: 280, y: 820 },
    ],
  });
  const { lines, running } = await readPdf(await makePdf([0, 1, 2, 3].map(page)));
  expect(running.map(({ text }) => text)).toEqual(['PREFEITURA DE ALGUM LUGAR – TIPO 2', 'Página 1']);
  expect(lines.filter(({ text }) => text.startsWith('QUESTÃO')).map(({ text }) => text)).toEqual([
    'QUESTÃO 0',
    'QUESTÃO 3',
    'QUESTÃO 6',
    'QUESTÃO 9',
  ]);
});

test('characters that are written twice are read once, as bold', async () => {
  const page = {
    texts: [
      { text: 'Palavra forte', x: 40, y: 60 },
      { text: 'Palavra forte', x: 40.3, y: 60 },
      ...column(sentence('comum', 6), { y: 90 }),
    ],
  };
  const { lines } = await readPdf(await makePdf([page]));
  expect(lines[0]?.text).toBe('Palavra forte');
  expect(lines[0]?.spans.every(({ isBold }) => isBold)).toBe(true);
  expect(lines[1]?.spans.some(({ isBold }) => isBold)).toBe(false);
});

test('watermarks are left out: turned text, and pale text in large letters', async () => {
  const page = {
    texts: [
      ...column(sentence('lida', 10)),
      { text: 'RASCUNHO', x: 150, y: 500, size: 60, turned: true, grey: 0.8 },
      { text: 'AMOSTRA', x: 100, y: 300, size: 50, grey: 0.85 },
    ],
  };
  const lines = await texts(await makePdf([page]));
  expect(lines).toHaveLength(10);
});

test('white letters on white paper are not read', async () => {
  const page = { texts: [...column(sentence('lida', 4)), { text: '0 0 0 0', x: 40, y: 300, grey: 1 }] };
  expect(await texts(await makePdf([page]))).toHaveLength(4);
});

test('bold, italic, underlined and raised characters keep their style', async () => {
  const page = {
    texts: [
      { text: 'antes ', x: 40, y: 60 },
      { text: 'forte', x: 68, y: 60, bold: true },
      { text: 'leve', x: 95, y: 60, italic: true },
      { text: 'grifo', x: 120, y: 60, underlined: true },
      { text: 'x', x: 150, y: 60 },
      { text: '2', x: 155.2, y: 56, size: 6 },
    ],
  };
  const { lines } = await readPdf(await makePdf([page]));
  const spans = lines.flatMap((line) => line.spans);
  const styleOf = (text: string) => spans.find((span) => span.text.trim() === text);
  expect(lines[0]?.text).toBe('antes forte leve grifo x2');
  expect(styleOf('forte')).toMatchObject({ isBold: true, isItalic: false });
  expect(styleOf('leve')).toMatchObject({ isItalic: true, isBold: false });
  expect(styleOf('grifo')).toMatchObject({ isUnderlined: true });
  expect(styleOf('2')).toMatchObject({ shift: 'super' });
});

test('a raised letter behind a number is an ordinal sign', async () => {
  const page = {
    texts: [
      { text: 'art. 2', x: 40, y: 60 },
      { text: 'o', x: 60.8, y: 56, size: 6 },
      { text: 'da Lei', x: 70, y: 60 },
    ],
  };
  expect(await texts(await makePdf([page]))).toEqual(['art. 2º da Lei']);
});

test('a PDF with a password is refused as encrypted', async () => {
  const bytes = await makePdf([{ texts: column(['segredo']) }], 'senha');
  await expect(readPdf(bytes)).rejects.toMatchObject({ reason: 'encrypted' });
});

test('a file that only claims to be a PDF is refused as broken', async () => {
  await expect(readPdf(Buffer.from('%PDF-1.7\nnothing of it follows'))).rejects.toMatchObject({ reason: 'broken' });
});

test('a PDF whose table of objects is broken is read or refused, never left hanging', async () => {
  const whole = Buffer.from(await makePdf([{ texts: column(['uma linha']) }]));
  const broken = Buffer.from(whole.toString('latin1').replace(/startxref\s+\d+/, 'startxref 99999999'), 'latin1');
  expect(await texts(broken)).toEqual(['uma linha']);
});

test('a PDF with one page too many is refused', async () => {
  const pages = Array.from({ length: PDF_MAX_PAGES + 1 }, () => ({ texts: [] }));
  await expect(readPdf(await makePdf(pages))).rejects.toMatchObject({ reason: 'too_many_pages' });
});

test('a page that is one picture without text is known as scanned', async () => {
  const { pages } = await readPdf(await makePdf([{ texts: [], pictures: [{ x: 0, y: 0, w: 595, h: 842 }] }]));
  expect(pages[0]?.isScanned).toBe(true);
});
