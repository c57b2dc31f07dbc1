import type { Glyph } from '../glyphs.ts';

/** A line of text that was recognised in a picture of a page. Lengths are points from the left upper corner. */
export type ScannedLine = { baseline: number; size: number; words: ScannedWord[] };
export type ScannedWord = { text: string; x: number; w: number };

/** What was recognised on a page. `turn`: the quarter turns, clockwise, that its picture needed to stand upright. */
export type ScannedPage = { turn: number; lines: ScannedLine[] };

/** Pages by their number, counted from 1. */
export type ScannedPages = ReadonlyMap<number, ScannedPage>;

/** Recognised words as characters, so that columns, lines and running lines are found as on any other page. */
export const glyphsOf = (lines: readonly ScannedLine[]): Glyph[] =>
  lines.flatMap(({ baseline, size, words }) =>
    words.flatMap(({ text, x, w }, at): Glyph[] => {
      const characters = [...text];
      const step = w / Math.max(1, characters.length);
      const end = x + w;
      const gap = (words[at + 1]?.x ?? end) - end;
      const glyph = (character: string, left: number, width: number): Glyph => ({
        text: character,
        x: left,
        y: baseline,
        w: width,
        size,
        isBold: false,
        isItalic: false,
        style: 'scan',
        lightness: 0,
        isUpright: true,
        isHidden: false,
      });
      return [
        ...characters.map((character, place) => glyph(character, x + place * step, step)),
        ...(gap > 0 ? [glyph(' ', end, gap)] : []),
      ];
    }),
  );
