import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countParagraphs, endOfSheet, essayLines } from './essay-lines.ts';

const linesOf = (text: string, width: number) =>
  essayLines(text, width).map(({ start, end }) => text.slice(start, end));

/** A second implementation: one character at a time, on copies of the words. */
function plainLines(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')) {
    let line = '';
    for (let word of paragraph.split(/[\s\u200b]+/)) {
      while (word.length > 0) {
        const letters = Array.from(word);
        const joined = line === '' ? word : `${line} ${word}`;
        if (Array.from(joined).length <= width) {
          line = joined;
          word = '';
        } else if (line !== '') {
          lines.push(line);
          line = '';
        } else {
          lines.push(letters.slice(0, width).join(''));
          word = letters.slice(width).join('');
        }
      }
    }
    if (line !== '') lines.push(line);
  }
  return lines;
}

describe('the lines of an essay', () => {
  it('break between words and hold exactly the width of the sheet', () => {
    const text = 'abordagem. O cidadão ganha uma prova que não depende da sua palavra, e fim';
    expect(linesOf(text, 68)).toEqual([
      'abordagem. O cidadão ganha uma prova que não depende da sua palavra,',
      'e fim',
    ]);
    expect(linesOf(text, 67)).toEqual([
      'abordagem. O cidadão ganha uma prova que não depende da sua',
      'palavra, e fim',
    ]);
  });

  it('start a new line with each paragraph, and an empty paragraph takes no line', () => {
    const lines = essayLines('um\n\n  \ndois três\r\nquatro\rcinco', 5);
    expect(lines.map(({ isFirst }) => isFirst)).toEqual([true, true, false, true, false, true]);
    expect(countParagraphs(lines)).toBe(4);
    expect(linesOf('um\n\n  \ndois três\r\nquatro\rcinco', 5)).toEqual(['um', 'dois', 'três', 'quatr', 'o', 'cinco']);
    expect(essayLines(' \n\t\n', 68)).toEqual([]);
  });

  it('count an accent typed as two characters once, and spaces in a row as one', () => {
    expect(linesOf('a\u0301bc de', 3)).toEqual(['a\u0301bc', 'de']);
    expect(linesOf('ab \u00a0  cd', 5)).toEqual(['ab \u00a0  cd']);
  });

  it('equal those of a second implementation for any text', () => {
    const piece = fc.constantFrom(
      'a',
      'é',
      'palavra',
      'inconstitucionalissimamente',
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\t',
      '😀',
      '-',
      '.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), fc.integer({ min: 1, max: 40 }), (pieces, width) => {
        const text = pieces.join('');
        expect(linesOf(text, width).map((line) => line.replaceAll(/\s+/g, ' '))).toEqual(plainLines(text, width));
      }),
      { numRuns: 1000, seed: 48 },
    );
  });

  it('end with the last line of the sheet, and the text behind it is outside', () => {
    const text = 'um dois três quatro';
    const lines = essayLines(text, 4);
    expect(text.slice(endOfSheet(text, lines, 2))).toBe(' três quatro');
    expect(endOfSheet(text, lines, 9)).toBe(text.length);
  });
});
