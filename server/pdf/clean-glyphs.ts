import type { Glyph, Mark, PageContent } from './glyphs.ts';

/** Signs that some fonts map to private or control characters. */
const strange = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD]/u;
const isBlank = (text: string) => /^[\s\u00a0]*$/u.test(text);

export const isSpace = (glyph: Glyph): boolean => isBlank(glyph.text);

export type CleanGlyphs = {
  glyphs: Glyph[];
  /** The text is a hidden layer below a picture, or there is a picture and no text. */
  isScanned: boolean;
  /** Characters whose font does not say what they are. */
  unmapped: number;
  /** Turned or pale text that was left out. */
  watermark: string;
};

/** The middle of the sizes, each counted as often as it is written. */
export function medianSize(glyphs: readonly Glyph[]): number {
  const sizes = glyphs.filter((glyph) => !isSpace(glyph)).map(({ size }) => size);
  sizes.sort((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)] ?? 10;
}

/** Leaves out what no reader of the page reads: doubled, turned, hidden and pale characters. */
export function cleanGlyphs({ width, height, glyphs, marks }: PageContent): CleanGlyphs {
  const onPage = glyphs.filter(({ x, y, w, text }) => text !== '' && x + w > 0 && x < width && y > 0 && y < height + 1);
  const painted = onPage.filter(({ isHidden }) => !isHidden);
  const inked = painted.filter((glyph) => !isSpace(glyph)).length;
  // Some scanners cut a page into strips.
  const area = marks.reduce((sum, { kind, box }) => sum + (kind === 'image' ? box.w * box.h : 0), 0);
  const pictured = area > 0.5 * width * height;
  const isScanned = pictured && inked < 20;
  const body = isScanned ? onPage : painted;
  const size = medianSize(body.filter(({ isUpright }) => isUpright));
  const isWatermark = (glyph: Glyph) =>
    (glyph.lightness > 0.72 && glyph.size > 2 * size && !isOnDark(glyph, marks)) ||
    (glyph.lightness > 0.95 && !isOnDark(glyph, marks));
  const read = body.filter((glyph) => glyph.isUpright && !isWatermark(glyph));
  const left = body.filter((glyph) => !glyph.isUpright || isWatermark(glyph));
  const unmapped = read.filter(({ text }) => strange.test(text)).length;
  const mapped = read.flatMap((glyph) => {
    const text = glyph.text
      .replace(/[\u00ad]/gu, '-')
      .replace(/\p{Cf}/gu, '')
      // Ink that the font maps to a control character is a letter that nothing names.
      .replace(/(?!\s)\p{Cc}/gu, '\uFFFD');
    return text === '' ? [] : [text === glyph.text ? glyph : { ...glyph, text }];
  });
  return {
    glyphs: mergeAccents(dropDoubled(mapped)),
    isScanned,
    unmapped,
    watermark: left.map(({ text }) => text).join(''),
  };
}

/** White letters of a title are read where a dark bar or a picture lies behind them. */
const isOnDark = ({ x, y, w, size }: Glyph, marks: readonly Mark[]) =>
  marks.some(({ kind, box, lightness }) => {
    const isInside =
      box.x <= x + w / 2 && x + w / 2 <= box.x + box.w && box.y <= y - size / 3 && y - size / 3 <= box.y + box.h;
    return isInside && (kind === 'image' || lightness < 0.7);
  });

/** Share of the characters of a page: where more are doubled, doubling says nothing about weight. */
const DOUBLED_BOLD_MAX = 0.3;

/** Bold or shadow made by writing the same character twice, a little beside the first. */
function dropDoubled(glyphs: readonly Glyph[]): Glyph[] {
  const cells = new Map<string, Glyph[]>();
  const kept: Glyph[] = [];
  const twins = new Set<Glyph>();
  const cellOf = (x: number, y: number) => `${Math.round(x / 4)}:${Math.round(y / 4)}`;
  for (const glyph of glyphs) {
    if (isSpace(glyph)) {
      kept.push(glyph);
      continue;
    }
    const twin = neighbours(cells, glyph, cellOf).find(
      (other) =>
        other.text === glyph.text &&
        Math.abs(other.size - glyph.size) < 0.1 * glyph.size &&
        Math.abs(other.x - glyph.x) < Math.min(0.4 * glyph.w, 0.12 * glyph.size) &&
        Math.abs(other.y - glyph.y) < 0.12 * glyph.size,
    );
    if (twin) {
      twins.add(twin);
      continue;
    }
    const copy = { ...glyph };
    kept.push(copy);
    const key = cellOf(glyph.x, glyph.y);
    const cell = cells.get(key);
    if (cell) cell.push(copy);
    else cells.set(key, [copy]);
  }
  if (twins.size < DOUBLED_BOLD_MAX * kept.length) for (const twin of twins) twin.isBold = true;
  return kept;
}

function neighbours(cells: ReadonlyMap<string, Glyph[]>, { x, y }: Glyph, cellOf: (x: number, y: number) => string) {
  const found: Glyph[] = [];
  for (const dx of [-4, 0, 4]) for (const dy of [-4, 0, 4]) found.push(...(cells.get(cellOf(x + dx, y + dy)) ?? []));
  return found;
}

const accents: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '¨': '\u0308',
  '¸': '\u0327',
};

/** An accent that is written over its letter as a character apart becomes part of the letter. */
function mergeAccents(glyphs: readonly Glyph[]): Glyph[] {
  const merged: Glyph[] = [];
  for (let at = 0; at < glyphs.length; at += 1) {
    const glyph = glyphs[at] as Glyph;
    const mark = accents[glyph.text];
    const target = mark && [merged.at(-1), glyphs[at + 1]].find((other) => other && covers(other, glyph));
    if (!mark || !target) {
      const isApostrophe = /^[´`]$/.test(glyph.text) && isLetter(glyphs[at - 1]) && isLetter(glyphs[at + 1]);
      merged.push(isApostrophe ? { ...glyph, text: '’' } : glyph);
      continue;
    }
    const text = `${target.text}${mark}`.normalize('NFC');
    if (target === glyphs[at + 1]) at += 1;
    else merged.pop();
    merged.push({ ...target, text });
  }
  return merged;
}

const isLetter = (glyph: Glyph | undefined) => glyph !== undefined && /^\p{L}$/u.test(glyph.text);

function covers(letter: Glyph, accent: Glyph): boolean {
  const overlap = Math.min(letter.x + letter.w, accent.x + accent.w) - Math.max(letter.x, accent.x);
  return /^\p{L}$/u.test(letter.text) && overlap > 0.5 * Math.min(letter.w, accent.w);
}
