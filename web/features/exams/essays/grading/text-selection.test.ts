import { describe, expect, it } from 'vitest';
import { essayLines } from '#contract/exams/essay-lines.ts';
import { findPassage, movedRange, passageOf, wordsOf, wordsToLine } from './text-selection.ts';

const text = 'um dois três\nquatro cinco';
const words = wordsOf(text, text.length);

describe('a selection by words', () => {
  it('begins at the first word, moves, grows from its anchor and stops at both ends', () => {
    const start = movedRange(words, null, { step: 1, extend: false });
    expect(start).toEqual({ anchor: 0, focus: 0 });
    const next = movedRange(words, start, { step: 1, extend: false });
    expect(next).toEqual({ anchor: 1, focus: 1 });
    const grown = movedRange(words, next, { step: 2, extend: true });
    expect(grown).toEqual({ anchor: 1, focus: 3 });
    expect(grown && passageOf(words, grown)).toEqual({ start: 3, end: 19 });
    expect(movedRange(words, grown, { step: 9, extend: false })).toEqual({ anchor: 4, focus: 4 });
    expect(movedRange(words, grown, { step: -9, extend: true })).toEqual({ anchor: 1, focus: 0 });
    expect(movedRange([], null, { step: 1, extend: false })).toBeNull();
  });

  it('reaches a word before its anchor as the same passage', () => {
    expect(passageOf(words, { anchor: 2, focus: 1 })).toEqual({ start: 3, end: 12 });
  });

  it('moves to the first word of the neighbouring line', () => {
    const lines = essayLines(text, 8);
    // 'um dois', 'três', 'quatro', 'cinco'
    expect(wordsToLine(words, lines, 1, 1)).toBe(1);
    expect(wordsToLine(words, lines, 3, -1)).toBe(-1);
    expect(wordsToLine(words, lines, 4, 1)).toBe(words.length);
    expect(wordsToLine(words, lines, 0, -1)).toBe(-words.length);
  });
});

describe('a search in the essay', () => {
  it('finds the next place and begins again after the last', () => {
    const twice = 'a casa, a Casa';
    expect(findPassage(twice, ' CASA ', twice.length, 0)).toEqual({ start: 2, end: 6 });
    expect(findPassage(twice, 'casa', twice.length, 3)).toEqual({ start: 10, end: 14 });
    expect(findPassage(twice, 'casa', twice.length, 11)).toEqual({ start: 2, end: 6 });
    expect(findPassage(twice, 'rua', twice.length, 0)).toBeNull();
    expect(findPassage(twice, '  ', twice.length, 0)).toBeNull();
  });

  it('finds nothing beyond the sheet, and keeps positions where lower case is longer', () => {
    expect(findPassage('um dois', 'dois', 5, 0)).toBeNull();
    expect(findPassage('İstanbul dois', 'dois', 13, 0)).toEqual({ start: 9, end: 13 });
  });
});
