import { describe, expect, it } from 'vitest';
import type { EssayMark } from '#contract/exams/essay-corrections.ts';
import { segmentsOf, sortedMarks } from './marked-text.ts';

const mark = (id: string, start: number, end: number): EssayMark => {
  return { id, start, end, criterionKey: null, comment: '', points: 0, isPraise: false };
};

describe('the segments of a line', () => {
  it('are the whole line where no mark lies in it', () => {
    expect(segmentsOf({ start: 5, end: 9 }, [mark('a', 0, 5), mark('b', 9, 12)])).toEqual([
      { start: 5, end: 9, markIds: [], ends: [] },
    ]);
  });

  it('are cut at every begin and end, also where marks overlap', () => {
    expect(segmentsOf({ start: 0, end: 10 }, [mark('a', 2, 6), mark('b', 4, 8)])).toEqual([
      { start: 0, end: 2, markIds: [], ends: [] },
      { start: 2, end: 4, markIds: ['a'], ends: [] },
      { start: 4, end: 6, markIds: ['a', 'b'], ends: ['a'] },
      { start: 6, end: 8, markIds: ['b'], ends: ['b'] },
      { start: 8, end: 10, markIds: [], ends: [] },
    ]);
  });

  it('carry a mark over two lines, and its number only at its end', () => {
    const long = mark('a', 3, 15);
    expect(segmentsOf({ start: 0, end: 9 }, [long]).at(-1)).toEqual({ start: 3, end: 9, markIds: ['a'], ends: [] });
    expect(segmentsOf({ start: 10, end: 20 }, [long])[0]).toEqual({ start: 10, end: 15, markIds: ['a'], ends: ['a'] });
  });
});

describe('marks', () => {
  it('are numbered in the order of the text', () => {
    const sorted = sortedMarks([mark('c', 5, 9), mark('b', 5, 7), mark('a', 1, 2)]);
    expect(sorted.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
});
