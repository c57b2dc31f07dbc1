import { isSpace, medianSize } from './clean-glyphs.ts';
import type { Glyph } from './glyphs.ts';

/** An empty strip between two columns. */
export type Gutter = { from: number; to: number };

/** A gutter is at least this wide, in characters of the page's size. */
const GUTTER_MIN = 0.7;
/** Share of the rows beside it that may cross a gutter: titles, tables. */
const CROSSED_MAX = 0.35;
/** Blocks of rows that cross a gutter: statements above options side by side cross it again and again. */
const CROSSING_BLOCKS_MAX = 4;
/** Share of crossing rows below which their number of blocks says nothing. */
const CROSSED_FEW = 0.1;
/** A page with fewer characters is read as one column. */
const CHARACTERS_MIN = 100;
/** Share of the page's characters that a column has at least: options side by side are no columns. */
const CHARACTERS_SHARE = 0.12;
/** Share of the page's rows that a column fills at least. */
const FILLED_MIN = 0.2;

/**
 * The empty strip that parts two columns, or null. Rows that cross it (titles, instructions) are left out of account,
 * as long as they are few. Only the middle of the page is searched: margins with numbers and letters are no columns.
 */
export function findGutter(glyphs: readonly Glyph[], width: number): Gutter | null {
  const inked = glyphs.filter((glyph) => !isSpace(glyph));
  if (inked.length < CHARACTERS_MIN) return null;
  const size = medianSize(inked);
  const rowsAt: Set<number>[] = Array.from({ length: Math.ceil(width) + 1 }, () => new Set<number>());
  for (const { x, y, w } of inked) {
    const row = Math.round(y / size);
    for (let at = Math.max(0, Math.floor(x)); at <= Math.min(width, Math.ceil(x + w) - 1); at += 1) {
      rowsAt[at]?.add(row);
    }
  }
  const rowList = [...new Set(inked.map(({ y }) => Math.round(y / size)))].sort((one, other) => one - other);
  const all = rowList.length;
  let best: (Gutter & { score: number }) | null = null;
  for (let centre = Math.floor(0.3 * width); centre < 0.7 * width; centre += 1) {
    const crossing = new Set([...(rowsAt[centre - 1] ?? []), ...(rowsAt[centre] ?? []), ...(rowsAt[centre + 1] ?? [])]);
    if (crossing.size > CROSSED_MAX * all) continue;
    if (crossing.size > CROSSED_FEW * all && blocksOf(crossing, rowList) > CROSSING_BLOCKS_MAX) continue;
    const strip = emptyStrip(rowsAt, centre, crossing);
    const score = Math.min(strip.to - strip.from, 3 * size) / size - (20 * crossing.size) / all;
    if (strip.to - strip.from < GUTTER_MIN * size || (best && score <= best.score)) continue;
    const left = filledRows(rowsAt, 0, strip.from - 1, crossing);
    const right = filledRows(rowsAt, strip.to, rowsAt.length - 1, crossing);
    const behind = inked.filter(({ x }) => x >= strip.to - 1).length / inked.length;
    const isFilled = Math.min(left, right) >= FILLED_MIN * all && Math.min(behind, 1 - behind) >= CHARACTERS_SHARE;
    if (isFilled && hasFullRows(inked, size, strip, width)) best = { ...strip, score };
  }
  return best && { from: best.from, to: best.to };
}

/** Share of the pages that have a gutter at one place. The others take it over. */
const SHARED_MIN = 0.5;
/** Share of the rows of a page that may cross the gutter of the other pages. */
const SHARED_CROSSED_MAX = 0.1;
/** Points by which the gutters of pages may differ. */
const SHARED_NEAR = 12;

/**
 * The gutters of all pages. A page with little text, as the last one, says nothing of its columns. It gets the gutter of
 * the other pages, if hardly a row of it crosses the strip and text lies on both sides.
 */
export function shareGutters(pages: readonly { glyphs: readonly Glyph[]; gutter: Gutter | null }[]): (Gutter | null)[] {
  const known = pages.flatMap(({ gutter }) => gutter ?? []);
  const middles = known.map(({ from, to }) => (from + to) / 2).sort((one, other) => one - other);
  const middle = middles[Math.floor(middles.length / 2)] ?? 0;
  const near = known.filter(({ from, to }) => Math.abs((from + to) / 2 - middle) < SHARED_NEAR);
  if (near.length === 0 || near.length < SHARED_MIN * pages.length) return pages.map(({ gutter }) => gutter);
  const shared = { from: Math.max(...near.map(({ from }) => from)), to: Math.min(...near.map(({ to }) => to)) };
  return pages.map(
    ({ glyphs, gutter }) => gutter ?? (shared.to > shared.from && parts(glyphs, shared) ? shared : null),
  );
}

function parts(glyphs: readonly Glyph[], gutter: Gutter): boolean {
  const inked = glyphs.filter((glyph) => !isSpace(glyph));
  const crossing = rowsInGutter(inked, gutter).filter(({ edge }) => edge === null).length;
  const left = mergeRows(inked.filter(({ x, w }) => x + w <= gutter.from));
  const right = mergeRows(inked.filter(({ x }) => x >= gutter.to));
  return crossing <= SHARED_CROSSED_MAX * mergeRows(inked).length && left.length > 1 && right.length > 1;
}

/** As a share of its width: a row of running text fills its column so far. */
const FULL_ROW = 0.35;
/** Share of the rows of a column that are full at least. Options side by side leave theirs nearly empty. */
const FULL_ROWS_MIN = 0.15;

function hasFullRows(inked: readonly Glyph[], size: number, gutter: Gutter, width: number): boolean {
  const margin = Math.min(...inked.map(({ x }) => x));
  const sides = [
    { from: margin, to: gutter.from },
    { from: gutter.to, to: width - margin },
  ];
  return sides.every(({ from, to }) => {
    const ends = new Map<number, number>();
    for (const { x, y, w } of inked) {
      const row = Math.round(y / size);
      if (x >= from - 1 && x + w <= to + 1) ends.set(row, Math.max(ends.get(row) ?? from, x + w));
    }
    const full = [...ends.values()].filter((end) => end - from >= FULL_ROW * (to - from)).length;
    return full >= FULL_ROWS_MIN * ends.size;
  });
}

/** How many times a row that crosses follows one that does not. */
const blocksOf = (crossing: ReadonlySet<number>, rows: readonly number[]) =>
  rows.filter((row, at) => crossing.has(row) && !crossing.has(rows[at - 1] ?? Number.NaN)).length;

function emptyStrip(rowsAt: readonly Set<number>[], centre: number, crossing: ReadonlySet<number>): Gutter {
  const isEmpty = (at: number) => rowsAt[at] !== undefined && [...rowsAt[at]].every((row) => crossing.has(row));
  let from = centre;
  while (isEmpty(from - 1)) from -= 1;
  let to = centre;
  while (isEmpty(to)) to += 1;
  return { from, to };
}

function filledRows(rowsAt: readonly Set<number>[], from: number, to: number, crossing: ReadonlySet<number>): number {
  const rows = new Set<number>();
  for (let at = from; at <= to; at += 1) for (const row of rowsAt[at] ?? []) rows.add(row);
  return [...rows].filter((row) => !crossing.has(row)).length;
}

/** The characters of a page in groups of reading order: full-width rows, then left and right column of each block. */
export function splitColumns(glyphs: readonly Glyph[], gutter: Gutter | null): Glyph[][] {
  if (!gutter) return [[...glyphs]];
  const rows = rowsInGutter(
    glyphs.filter((glyph) => !isSpace(glyph)),
    gutter,
  );
  const spans = rows.filter(({ edge }) => edge === null);
  const middle = (gutter.from + gutter.to) / 2;
  const groups = new Map<number, Glyph[]>();
  const add = (key: number, glyph: Glyph) => {
    const group = groups.get(key);
    if (group) group.push(glyph);
    else groups.set(key, [glyph]);
  };
  for (const glyph of glyphs) {
    const row = rows.find((one) => isIn(one, glyph));
    if (row?.edge === null) add(3 * spans.indexOf(row) + 2, glyph);
    else {
      const above = spans.filter(({ to }) => to < glyph.y).length;
      add(3 * above + (glyph.x + glyph.w / 2 < (row?.edge ?? middle) ? 0 : 1), glyph);
    }
  }
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}

type Row = { from: number; to: number };

const isIn = ({ from, to }: Row, { y, size }: Glyph) => y > from - 0.4 * size && y < to + 0.4 * size;

/** The rows with a character inside the gutter. `edge` is where their columns part, null in those that cross it. */
function rowsInGutter(inked: readonly Glyph[], gutter: Gutter): (Row & { edge: number | null })[] {
  const inside = inked.filter(({ x, w }) => x < gutter.to - 0.5 && x + w > gutter.from + 0.5);
  return mergeRows(inside).map((row) => ({
    ...row,
    edge: columnEdge(
      inked.filter((glyph) => isIn(row, glyph)),
      gutter,
    ),
  }));
}

/**
 * Where the columns part in a row that reaches into the gutter from one side only, or null in a row that crosses it. A
 * line that is a little longer than the others of its column is no title over both.
 */
function columnEdge(row: readonly Glyph[], { from, to }: Gutter): number | null {
  const gap = GUTTER_MIN * medianSize(row);
  const left = Math.max(...row.filter(({ x }) => x < to - 0.5).map(({ x, w }) => x + w));
  if (left <= to - gap) return to - gap / 2;
  const right = Math.min(...row.filter(({ x, w }) => x + w > from + 0.5).map(({ x }) => x));
  return right >= from + gap ? from + gap / 2 : null;
}

/** The heights of rows, from the top. */
function mergeRows(glyphs: readonly Glyph[]): Row[] {
  const rows: Row[] = [];
  for (const { y, size } of [...glyphs].sort((one, other) => one.y - other.y)) {
    const last = rows.at(-1);
    if (last && y - last.to < 0.4 * size) last.to = y;
    else rows.push({ from: y, to: y });
  }
  return rows;
}
