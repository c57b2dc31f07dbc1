/**
 * The lines of an essay on the sheet of the exam. The browser, the server and the printed page use this one function:
 * a line holds `width` characters and breaks between words, whatever the screen. A word that is longer than a line
 * continues on the next one. Empty paragraphs take no line.
 */

/** One line: text.slice(start, end). `isFirst`: a paragraph begins with it. */
export type EssayLine = { start: number; end: number; isFirst: boolean };

/** Combining accents, joiners and variation selectors take no space on the sheet. */
const isWidthless = (code: number) =>
  (code >= 0x300 && code <= 0x36f) || (code >= 0x200b && code <= 0x200d) || (code >= 0xfe00 && code <= 0xfe0f);

/** Spaces of every kind that Unicode had before any browser we support; no property tables, which differ by version. */
const word = /[^\s\u200b]+/g;

type Word = { start: number; end: number; width: number };

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) if (!isWidthless(character.codePointAt(0) ?? 0)) width += 1;
  return width;
}

/** The word in pieces that each fit a line. */
function piecesOf(text: string, start: number, end: number, width: number): Word[] {
  const whole = widthOf(text.slice(start, end));
  if (whole <= width) return [{ start, end, width: whole }];
  const pieces: Word[] = [];
  let piece: Word = { start, end: start, width: 0 };
  for (const character of text.slice(start, end)) {
    const own = isWidthless(character.codePointAt(0) ?? 0) ? 0 : 1;
    if (piece.width + own > width) {
      pieces.push(piece);
      piece = { start: piece.end, end: piece.end, width: 0 };
    }
    piece = { start: piece.start, end: piece.end + character.length, width: piece.width + own };
  }
  return [...pieces, piece];
}

function linesOfParagraph(text: string, from: number, to: number, width: number): EssayLine[] {
  const lines: EssayLine[] = [];
  let used = 0;
  for (const found of text.slice(from, to).matchAll(word)) {
    const start = from + found.index;
    for (const piece of piecesOf(text, start, start + found[0].length, width)) {
      const last = lines.at(-1);
      if (last && used + 1 + piece.width <= width) {
        last.end = piece.end;
        used += 1 + piece.width;
      } else {
        lines.push({ start: piece.start, end: piece.end, isFirst: lines.length === 0 });
        used = piece.width;
      }
    }
  }
  return lines;
}

export function essayLines(text: string, width: number): EssayLine[] {
  const lines: EssayLine[] = [];
  let from = 0;
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    lines.push(...linesOfParagraph(text, from, from + paragraph.length, width));
    const after = from + paragraph.length;
    from = after + (text.startsWith('\r\n', after) ? 2 : 1);
  }
  return lines;
}

export const countParagraphs = (lines: readonly EssayLine[]): number => lines.filter(({ isFirst }) => isFirst).length;

/** The index in the text at which the sheet ends; the text after it is outside the sheet. */
export function endOfSheet(text: string, lines: readonly EssayLine[], maxLines: number): number {
  return lines.length <= maxLines ? text.length : (lines[maxLines - 1]?.end ?? 0);
}
