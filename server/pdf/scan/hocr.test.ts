import { expect, it } from 'vitest';
import { linesOfHocr } from './hocr.ts';

const word = (text: string, box: string, confidence = 90) =>
  `<span class='ocrx_word' id='w' title='bbox ${box}; x_wconf ${confidence}' lang='por'>${text}</span>`;
const line = (title: string, words: string, kind = 'ocr_line') =>
  `<span class='${kind}' id='l' title="${title}">\n${words}</span>`;
const usual = 'bbox 100 200 500 240; baseline 0 -10; x_size 40; x_descenders 8; x_ascenders 9';

it('lines, words and their places are read in points', () => {
  const hocr = line(
    usual,
    `${word('1.', '100 205 120 230')} ${word('Voc&ecirc; &amp; <strong>n&#39;s</strong>', '130 205 300 240')}`,
  );
  expect(linesOfHocr(hocr, 4)).toEqual([
    {
      baseline: 57.5,
      size: 10,
      words: [
        { text: '1.', x: 25, w: 5 },
        { text: "Voc&ecirc; & n's", x: 32.5, w: 42.5 },
      ],
    },
  ]);
});

it('a line that rises has the baseline of its middle', () => {
  const [read] = linesOfHocr(line('bbox 0 100 400 140; baseline -0.01 -8; x_size 40', word('alto', '0 100 90 130')), 4);
  expect(read?.baseline).toBe(32.5);
});

it('lines of about the usual size have it, and titles keep theirs', () => {
  const sized = (size: number, kind?: string) =>
    line(`bbox 0 0 400 40; baseline 0 0; x_size ${size}`, word('texto', '0 0 90 30'), kind);
  const hocr = [sized(40), sized(44), sized(36), sized(40), sized(80, 'ocr_header')].join('\n');
  expect(linesOfHocr(hocr, 4).map(({ size }) => size)).toEqual([10, 10, 10, 10, 20]);
});

it.each([
  ['4,', '4.'],
  ['120,', '120.'],
  ['A]', 'A)'],
  ['(b}', '(b)'],
  ['AJ)', 'A)'],
  ['4,5', '4,5'],
  ['A', 'A'],
])('the sign of a label is put right where it begins a line: %s', (read, meant) => {
  const [found] = linesOfHocr(line(usual, `${word(read, '100 205 120 230')} ${word('9,', '130 205 150 230')}`), 4);
  expect(found?.words.map(({ text }) => text)).toEqual([meant, '9,']);
});

it('dirt is left out, and nothing that the engine says breaks the reading', () => {
  const dirt = `${word('|', '0 0 5 40', 30)}${word('~', '9 0 15 40', 20)}${word('xq', '20 0 40 40', 3)}${word('', '50 0 60 40')}`;
  expect(linesOfHocr(line(usual, dirt), 4)).toEqual([]);
  expect(linesOfHocr(line('nothing', word('a', '0 0 9 9')), 4)).toEqual([]);
  expect(linesOfHocr(line(usual, word('a', '9 9 9 9')), 4)).toEqual([]);
  expect(linesOfHocr('', 4)).toEqual([]);
});
