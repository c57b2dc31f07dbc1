import type { Box } from '#server/pdf/matrix.ts';
import { isFigure } from '#server/pdf/pictures.ts';
import type { PdfPage, PdfText } from '#server/pdf/read-pdf.ts';
import { drawingsOf } from './drawings.ts';
import type { Figure, OwnedFigure, Region } from './exam.ts';
import { formulasOf } from './formulas.ts';

/** Pictures, drawings and formulas of the pages, without logos that pages repeat. */
export function figuresOf({ pages, lines }: Pick<PdfText, 'pages' | 'lines'>) {
  const all = pages.flatMap(({ marks, width, height }, index): Figure[] => {
    const own = lines.filter((line) => line.page === index + 1);
    const pictures = marks.filter((mark) => isFigure(mark, { width, height }));
    return [
      ...pictures.map(({ box }) => ({ page: index + 1, box, isTable: false, isPicture: true, isFormula: false })),
      ...drawingsOf(marks, own, { width, height }).map(({ box, isGrid }) => ({
        page: index + 1,
        box,
        isTable: isGrid,
        isPicture: false,
        isFormula: false,
      })),
      ...formulasOf(own).map((box) => ({ page: index + 1, box, isTable: false, isPicture: false, isFormula: true })),
    ];
  });
  const isRepeated = ({ box }: Figure) =>
    all.filter(
      (other) =>
        Math.abs(other.box.x - box.x) < 3 && Math.abs(other.box.y - box.y) < 3 && Math.abs(other.box.w - box.w) < 3,
    ).length >= Math.max(3, pages.length / 3);
  return { figures: all.filter((figure) => !isRepeated(figure)), pages };
}

/**
 * Gives each picture to the question that begins last above its middle, in the column that it lies in. Pictures of the
 * pages behind the last question are no part of it.
 */
export function assignFigures(
  { figures, pages }: ReturnType<typeof figuresOf>,
  questions: readonly (readonly Region[])[],
): OwnedFigure[][] {
  const owned: OwnedFigure[][] = questions.map(() => []);
  const starts = questions.map(([first]) => first).map((first) => first && placeOf(first.page, first.box, pages));
  const lastPage = Math.max(0, ...(questions.at(-1) ?? []).map(({ page }) => page));
  for (const figure of figures.filter(({ page }) => page <= lastPage)) {
    const middle = placeOf(figure.page, { ...figure.box, y: figure.box.y + figure.box.h / 2 }, pages);
    const owner = starts.findLastIndex((start) => start !== undefined && !isBehind(start, middle));
    const region = questions[owner]?.findLast(({ page, box }) => !isBehind(placeOf(page, box, pages), middle));
    owned[owner]?.push({ ...figure, part: region?.part ?? 'statement' });
  }
  return owned;
}

type Place = { page: number; side: number; y: number };

/** The position in reading order: page, column, height. */
function placeOf(page: number, box: Box, pages: readonly PdfPage[]): Place {
  const gutter = pages[page - 1]?.gutter;
  const isRight =
    gutter !== null &&
    gutter !== undefined &&
    box.x + box.w / 2 > (gutter.from + gutter.to) / 2 &&
    box.x > gutter.from - 5;
  return { page, side: isRight ? 1 : 0, y: box.y };
}

const isBehind = (one: Place, other: Place) =>
  one.page !== other.page ? one.page > other.page : one.side !== other.side ? one.side > other.side : one.y > other.y;
