import { isSpace, medianSize } from './clean-glyphs.ts';
import type { Glyph, Mark } from './glyphs.ts';
import type { Box } from './matrix.ts';

export type Span = {
  text: string;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  shift: 'super' | 'sub' | null;
};

export type Word = { text: string; x: number; w: number };

export type Line = {
  page: number;
  /** Counts blocks of columns in reading order; lines of one column of one block share it. */
  column: number;
  box: Box;
  baseline: number;
  size: number;
  text: string;
  spans: Span[];
  /** `text` is these, with one space between them. */
  words: Word[];
};

/** As a share of the size: a gap without a space character that still parts two words. */
const WORD_GAP = 0.16;

type Row = { y: number; size: number; glyphs: Glyph[] };

/** Characters of one column, by their baselines. Raised and lowered ones join the line that they touch. */
export function linesOf(glyphs: readonly Glyph[], marks: readonly Mark[], page: number, column: number): Line[] {
  const size = medianSize(glyphs);
  const small = (glyph: Glyph) => glyph.size < 0.8 * size;
  const rows = rowsOf(glyphs.filter((glyph) => !small(glyph)));
  const strays: Glyph[] = [];
  for (const glyph of glyphs.filter(small)) {
    const row = rowBeside(rows, glyph);
    if (row) row.glyphs.push(glyph);
    else strays.push(glyph);
  }
  rows.push(...rowsOf(strays));
  rows.sort((one, other) => one.y - other.y);
  return rows.flatMap((row) => lineOf(row, marks, page, column) ?? []);
}

function rowsOf(glyphs: readonly Glyph[]): Row[] {
  const rows: Row[] = [];
  for (const glyph of [...glyphs].sort((one, other) => one.y - other.y)) {
    const last = rows.at(-1);
    if (last && glyph.y - last.y < 0.35 * Math.max(last.size, glyph.size)) {
      last.glyphs.push(glyph);
      if (!isSpace(glyph)) last.size = Math.max(last.size, glyph.size);
    } else rows.push({ y: glyph.y, size: glyph.size, glyphs: [glyph] });
  }
  return rows;
}

/** The row that a small character is a part of: on its baseline, or right beside one of its characters. */
function rowBeside(rows: readonly Row[], glyph: Glyph): Row | undefined {
  const near = rows.filter((row) => Math.abs(row.y - glyph.y) < 0.6 * row.size);
  const touching = near.filter((row) =>
    row.glyphs.some(
      (other) =>
        !isSpace(other) && glyph.x < other.x + other.w + 0.6 * row.size && other.x < glyph.x + glyph.w + 0.6 * row.size,
    ),
  );
  return touching.sort((one, other) => Math.abs(one.y - glyph.y) - Math.abs(other.y - glyph.y))[0];
}

function lineOf(row: Row, marks: readonly Mark[], page: number, column: number): Line | null {
  const glyphs = writeOrdinals([...row.glyphs].sort((one, other) => one.x - other.x));
  const inked = glyphs.filter((glyph) => !isSpace(glyph));
  const [first] = inked;
  if (!first) return null;
  const last = inked.reduce((most, next) => (next.x + next.w > most.x + most.w ? next : most), first);
  const size = medianSize(inked);
  const baseline = baselineOf(inked, size);
  const top = Math.min(...inked.map((glyph) => glyph.y - 0.8 * glyph.size));
  const bottom = Math.max(...inked.map((glyph) => glyph.y + 0.22 * glyph.size));
  const box = { x: first.x, y: top, w: last.x + last.w - first.x, h: bottom - top };
  const rules = marks.filter(
    ({ kind, box: rule }) =>
      kind === 'rule' && rule.h < 2 && rule.y > baseline - 0.1 * size && rule.y < baseline + 0.35 * size,
  );
  const spans: Span[] = [];
  const words: Word[] = [];
  let end = Number.NEGATIVE_INFINITY;
  let pendingSpace = false;
  for (const glyph of glyphs) {
    if (isSpace(glyph)) {
      if (glyph.w > 0.05 * size) pendingSpace = true;
      continue;
    }
    const gap = glyph.x - end;
    const isFirst = end === Number.NEGATIVE_INFINITY;
    const isApart =
      !isFirst &&
      !isInsideBracket(words.at(-1)?.text ?? '', glyph.text) &&
      (pendingSpace ? gap > 0.02 * size : gap > WORD_GAP * size);
    if (isFirst || isApart) words.push({ text: '', x: glyph.x, w: 0 });
    const word = words.at(-1) as Word;
    word.text += glyph.text;
    end = Math.max(end, glyph.x + glyph.w);
    word.w = end - word.x;
    const text = `${isApart ? ' ' : ''}${glyph.text}`;
    append(spans, text, styleOf(glyph, baseline, size, rules));
    pendingSpace = false;
  }
  const text = spans.map((span) => span.text).join('');
  return { page, column, box, baseline, size, text, spans, words };
}

/** A raised 'o' or 'a' behind a number or 'n' is the sign of an ordinal: '2º', 'nº', '1ª'. */
function writeOrdinals(glyphs: readonly Glyph[]): Glyph[] {
  return glyphs.map((glyph, at) => {
    const [before, next] = [glyphs[at - 1], glyphs[at + 1]];
    const isRaised = (one: Glyph | undefined) =>
      before !== undefined &&
      one !== undefined &&
      one.size < 0.8 * before.size &&
      one.y < before.y - 0.15 * before.size;
    const isOrdinal = /^[oa]$/u.test(glyph.text) && /^[\dnN]$/u.test(before?.text ?? '') && isRaised(glyph);
    return isOrdinal && !(next && !isSpace(next) && isRaised(next))
      ? { ...glyph, text: glyph.text === 'o' ? 'º' : 'ª', size: before?.size ?? glyph.size, y: before?.y ?? glyph.y }
      : glyph;
  });
}

/** No word begins right behind an opening bracket or with a closing one; '( )' is a box to fill in. */
const isInsideBracket = (before: string, next: string) =>
  (/[([]$/u.test(before) && !/^[)\]]/u.test(next)) || (/^[)\]]/u.test(next) && !/[([]$/u.test(before));

/** The baseline that most characters of full size have. */
function baselineOf(glyphs: readonly Glyph[], size: number): number {
  const ys = glyphs.filter((glyph) => glyph.size > 0.85 * size).map(({ y }) => y);
  ys.sort((one, other) => one - other);
  return ys[Math.floor(ys.length / 2)] ?? glyphs[0]?.y ?? 0;
}

type Style = Omit<Span, 'text'>;

function styleOf(glyph: Glyph, baseline: number, size: number, rules: readonly Mark[]): Style {
  const isSmall = glyph.size < 0.8 * size;
  const shift = isSmall && glyph.y < baseline - 0.15 * size ? 'super' : null;
  const middle = glyph.x + glyph.w / 2;
  return {
    isBold: glyph.isBold,
    isItalic: glyph.isItalic,
    isUnderlined: rules.some(({ box }) => box.x <= middle && middle <= box.x + box.w),
    shift: shift ?? (isSmall && glyph.y > baseline + 0.08 * size ? 'sub' : null),
  };
}

function append(spans: Span[], text: string, style: Style): void {
  const last = spans.at(-1);
  const isSame =
    last &&
    last.isBold === style.isBold &&
    last.isItalic === style.isItalic &&
    last.isUnderlined === style.isUnderlined &&
    last.shift === style.shift;
  if (isSame) last.text += text;
  else if (last && text.startsWith(' ')) {
    // The space between two styles belongs to the plain side.
    last.text += ' ';
    spans.push({ text: text.slice(1), ...style });
  } else spans.push({ text, ...style });
}
