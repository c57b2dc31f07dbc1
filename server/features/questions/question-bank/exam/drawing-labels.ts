import type { Box } from '#server/pdf/matrix.ts';
import type { PdfText } from '#server/pdf/read-pdf.ts';
import type { Figure } from './exam.ts';
import type { Piece } from './join-lines.ts';

const WORDS_MAX = 4;
const LETTERS_MAX = 32;
/** Points by which a letter may reach over the lines of its drawing. */
const SLACK = 1;
/** The end of a sentence, or a comma in one. */
const sentenceEnd = /[.,;:!?…]["'”’)]?$/u;
const unnamed = /\uFFFD|[\uE000-\uF8FF]/u;

/** The drawings of a question that were painted as pictures. Tables and formulas are text, too. */
export const paintedFigures = (figures: readonly Figure[], { pictures }: Pick<PdfText, 'pictures'>): Figure[] =>
  figures.filter(
    ({ page, box, isTable, isPicture, isFormula }) =>
      !(isTable || isPicture || isFormula) &&
      pictures.some((one) => one.page === page && one.box.x === box.x && one.box.y === box.y),
  );

/**
 * A statement without the labels of its drawings, which their pictures show: whole lines of few words inside a drawing
 * that neither end a sentence nor go on with one. Nothing is left out of a statement that consists of labels.
 */
export function withoutLabels(statement: readonly Piece[], drawings: readonly Figure[]): readonly Piece[] {
  if (drawings.length === 0) return statement;
  const isWithin = ({ line }: Piece) => drawings.some(({ page, box }) => page === line.page && contains(box, line.box));
  const kept = statement.filter((piece, at) => {
    const before = statement[at - 1];
    const follows = before !== undefined && !isWithin(before) && !sentenceEnd.test(before.line.text.trim());
    return !(isWithin(piece) && isLabel(piece) && !(follows && /^\p{Ll}/u.test(piece.line.text.trim())));
  });
  return kept.length > 0 ? kept : statement;
}

function isLabel({ line, from, to }: Piece): boolean {
  const text = line.text.trim();
  const isWhole = from === 0 && to >= line.text.length;
  return (
    isWhole &&
    text.length <= LETTERS_MAX &&
    text.split(/\s+/u).length <= WORDS_MAX &&
    !sentenceEnd.test(text) &&
    !unnamed.test(text)
  );
}

const contains = (box: Box, inner: Box): boolean =>
  inner.x >= box.x - SLACK &&
  inner.y >= box.y - SLACK &&
  inner.x + inner.w <= box.x + box.w + SLACK &&
  inner.y + inner.h <= box.y + box.h + SLACK;
