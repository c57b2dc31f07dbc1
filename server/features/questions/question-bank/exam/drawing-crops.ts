import type { Line } from '#server/pdf/lines.ts';
import { type Box, unionOf } from '#server/pdf/matrix.ts';
import type { Drawn, PdfText } from '#server/pdf/read-pdf.ts';
import { figuresOf } from './figures.ts';

/** Points around a drawing in which its labels lie: the numbers of an axis, the letter of a corner. */
const LABEL_DISTANCE = 16;
const MARGIN = 3;
/** Points, and lines of a page: as many that begin at one edge are the text of a column, and no labels. */
const EDGE = 2;
const EDGE_LINES = 3;

/** The drawings of an exam, each with the part of its page that holds its labels, too. */
export function paintedDrawings(text: PdfText): Drawn[] {
  return figuresOf(text).figures.flatMap(({ page, box, isPicture }): Drawn[] => {
    const { width, height } = text.pages[page - 1] ?? {};
    if (isPicture || width === undefined || height === undefined) return [];
    const lines = text.lines.filter((line) => line.page === page);
    const labels = lines.filter((line) => !isOnEdge(line, lines));
    return [{ page, box, crop: withMargin(withLabels(box, labels), { width, height }) }];
  });
}

const isOnEdge = (line: Line, lines: readonly Line[]): boolean =>
  lines.filter(({ box }) => Math.abs(box.x - line.box.x) <= EDGE).length >= EDGE_LINES;

function withLabels(box: Box, lines: readonly Line[]): Box {
  const words = lines.flatMap((line) => line.words.map(({ x, w }): Box => ({ x, y: line.box.y, w, h: line.box.h })));
  return unionOf([box, ...words.filter((word) => distance(word, box) <= LABEL_DISTANCE)]);
}

/** Points between two boxes, in the direction in which they are further apart. */
const distance = (one: Box, other: Box): number =>
  Math.max(one.x - other.x - other.w, other.x - one.x - one.w, one.y - other.y - other.h, other.y - one.y - one.h);

function withMargin({ x, y, w, h }: Box, page: { width: number; height: number }): Box {
  const left = Math.max(0, x - MARGIN);
  const top = Math.max(0, y - MARGIN);
  return {
    x: left,
    y: top,
    w: Math.min(page.width, x + w + MARGIN) - left,
    h: Math.min(page.height, y + h + MARGIN) - top,
  };
}
