import type { Span } from '#server/pdf/lines.ts';
import type { Box } from '#server/pdf/matrix.ts';
import type { PdfPage } from '#server/pdf/read-pdf.ts';
import type { ExamLine } from './exam-lines.ts';
import type { Figure } from './figures.ts';
import { joinPieces, type Piece, plainText, type Vocabulary, vocabularyOf } from './join-lines.ts';

/** A part of a question: its statement, the text that it shares with others, or the letter of an option. */
export type PartName = 'statement' | 'base' | 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

export const optionNames = ['A', 'B', 'C', 'D', 'E', 'F'] as const satisfies readonly PartName[];

/** A piece of a line that belongs to a part of a question. `line` is the index of the line in the whole exam. */
export type StoredPiece = { part: PartName; page: number; line: number; from: number; to: number };

export type StoredLine = {
  line: number;
  box: Box;
  baseline: number;
  size: number;
  side: string;
  indent: number;
  text: string;
  spans: Span[];
};

/** A page of an exam, with what is needed to show it and to join its lines again. */
export type StoredPage = {
  page: number;
  width: number;
  height: number;
  lines: StoredLine[];
  figures: Box[];
  /** The exam breaks words at line ends. */
  breaksWords: boolean;
};

export function storedPages(
  pages: readonly PdfPage[],
  lines: readonly ExamLine[],
  figures: readonly Figure[],
  { breaksWords }: Vocabulary,
): StoredPage[] {
  return pages.map(({ width, height }, at) => ({
    page: at + 1,
    width,
    height,
    breaksWords,
    figures: figures.filter(({ page }) => page === at + 1).map(({ box }) => box),
    lines: lines
      .filter(({ page }) => page === at + 1)
      .map(({ index, box, baseline, size, side, indent, text, spans }) => ({
        line: index,
        box,
        baseline,
        size,
        side,
        indent,
        text,
        spans,
      })),
  }));
}

/** A line that is nothing but the number of a question has no piece. */
export const storedPieces = (part: PartName, pieces: readonly Piece[]): StoredPiece[] =>
  pieces
    .filter(({ line, from, to }) => line.text.slice(from, to).trim() !== '')
    .map(({ line, from, to }) => ({ part, page: line.page, line: line.index, from, to }));

/** The parts of a question as they are joined from stored lines, by their names. */
export type JoinedParts = { statement: Span[][]; options: Span[][][]; baseText: string | null };

/** Joins pieces of stored pages. Null where a piece names a line or characters that the pages do not have. */
export function joinStored(pieces: readonly StoredPiece[], pages: readonly StoredPage[]): JoinedParts | null {
  const lines = new Map<number, ExamLine>();
  for (const { page, lines: stored } of pages) {
    for (const one of stored) {
      lines.set(one.line, { ...one, page, column: 0, index: one.line, words: wordsOf(one.text) });
    }
  }
  const found = pieces.map((piece) => ({ ...piece, line: lines.get(piece.line) }));
  const isKnown = found.every(
    ({ line, page, from, to }) => line?.page === page && from >= 0 && from < to && to <= line.text.length,
  );
  if (!isKnown) return null;
  const words = {
    ...vocabularyOf([...lines.values()]),
    breaksWords: pages.some(({ breaksWords }) => breaksWords),
  };
  const joined = (part: PartName) =>
    joinPieces(
      found.flatMap(({ line, from, to, part: own }) => (line && own === part ? [{ line, from, to }] : [])),
      words,
    );
  const used = optionNames.filter((name) => pieces.some(({ part }) => part === name));
  return {
    statement: joined('statement'),
    options: used.map(joined),
    baseText: pieces.some(({ part }) => part === 'base') ? plainText(joined('base')) : null,
  };
}

const wordsOf = (text: string) => text.split(' ').map((word) => ({ text: word, x: 0, w: 0 }));
