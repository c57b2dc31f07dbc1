import type { Line, Word } from '#server/pdf/lines.ts';
import type { PdfPage, PdfText } from '#server/pdf/read-pdf.ts';
import { dropLineNumbers } from './line-numbers.ts';

/** A line of an exam with its position among the others. */
export type ExamLine = Line & {
  index: number;
  /** The side of the page: a column, or the full width. Lines of one side share their left edge. */
  side: string;
  /** Distance from the left edge of its side. */
  indent: number;
};

export function examLines({ lines: all, pages }: Pick<PdfText, 'lines' | 'pages'>): ExamLine[] {
  const lines = dropLineNumbers(all);
  const sides = lines.map((line) => sideOf(line, pages[line.page - 1]));
  const edges = new Map<string, number>();
  for (const side of new Set(sides)) {
    const starts = lines.filter((_, at) => sides[at] === side).map(({ box }) => box.x);
    edges.set(side, leftEdge(starts));
  }
  return lines.map((line, index) => {
    const side = sides[index] ?? '';
    return { ...line, index, side, indent: line.box.x - (edges.get(side) ?? 0) };
  });
}

function sideOf({ box, page }: Line, { gutter } = { gutter: null } as Pick<PdfPage, 'gutter'>): string {
  if (!gutter) return `${page}`;
  const middle = (gutter.from + gutter.to) / 2;
  if (box.x < middle && box.x + box.w > middle) return `${page} full`;
  return `${page} ${box.x < middle ? 'left' : 'right'}`;
}

/** The leftmost start that several lines share; a lone number in the margin is no edge. */
function leftEdge(starts: readonly number[]): number {
  const sorted = [...starts].sort((one, other) => one - other);
  const needed = Math.min(3, Math.ceil(sorted.length / 4));
  const edge = sorted.find((x) => sorted.filter((other) => Math.abs(other - x) < 3).length >= needed);
  return edge ?? sorted[0] ?? 0;
}

/** The gap behind a word, in characters of the line's size; infinite behind the last one. */
export function gapBehind({ words, size }: Line, at: number): number {
  const [word, next] = [words[at], words[at + 1]];
  return word && next ? (next.x - word.x - word.w) / size : Number.POSITIVE_INFINITY;
}

/** Where a word begins in the text of its line. */
export const offsetOf = (words: readonly Word[], at: number): number =>
  words.slice(0, at).reduce((sum, { text }) => sum + text.length + 1, 0);
