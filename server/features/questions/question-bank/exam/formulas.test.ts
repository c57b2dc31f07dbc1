import { describe, expect, it } from 'vitest';
import type { Line } from '#server/pdf/lines.ts';
import { formulasOf } from './formulas.ts';

const line = (text: string, y: number, more: Partial<Line> = {}): Line => ({
  ...{ page: 1, column: 0, baseline: y + 10, size: 10, text, spans: [], words: [] },
  box: { x: 40, y, w: 200, h: 10 },
  ...more,
});

describe('lines with letters that the file does not name', () => {
  it('are one formula where they follow each other', () => {
    const lines = [line('Considere:', 0), line('a\uFFFD = 2', 14), line('x \uE0AF y', 28), line('Calcule.', 42)];
    expect(formulasOf(lines)).toEqual([{ x: 40, y: 14, w: 200, h: 24 }]);
  });

  it.each([
    ['further down', line('b\uFFFD', 60)],
    ['in the next column', line('b\uFFFD', 14, { column: 1 })],
    ['on the next page', line('b\uFFFD', 14, { page: 2 })],
  ])('are another formula %s', (_, other) => {
    expect(formulasOf([line('a\uFFFD', 0), other])).toHaveLength(2);
  });

  it('are no formula when the letter is the sign of a list', () => {
    expect(formulasOf([line('\uF0B7 primeiro item', 0), line('\uFFFD segundo item', 14)])).toEqual([]);
  });
});
