import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

const here = new URL('./letters/', import.meta.url);

/** Rendered beforehand by scripts/render-og-image.ts: a server has no fonts. */
type Letters = {
  height: number;
  pad: number;
  /** Left and upper edge of its cell, and how far the next letter stands from it. */
  places: Record<string, [x: number, y: number, advance: number]>;
  width: number;
  /** How much of each point a letter covers. */
  cover: Buffer;
};

let letters: Promise<Letters> | undefined;

async function readLetters(): Promise<Letters> {
  const known = JSON.parse(await readFile(new URL('letters.json', here), 'utf8')) as Omit<Letters, 'width' | 'cover'>;
  const { data, info } = await sharp(await readFile(new URL('letters.png', here)))
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...known, width: info.width, cover: data };
}

/** A line of text on a picture of 1200 pixels' width. */
export type Line = { text: string; height: number; top: number; colour: { r: number; g: number; b: number } };

/** A colour as #rrggbb. */
export const rgbOf = (colour: string): Line['colour'] => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return { r, g, b };
};

export const PICTURE_WIDTH = 1200;
/** The widest line. Longer lines are set smaller, and truncated when they would be too small to read. */
const WRITABLE = 1080;
const SMALLEST = 0.55;

/** The lines as layers for `composite()`, each centred. Null when a letter has no rendered glyph. */
export async function writeLines(lines: readonly Line[]) {
  letters ??= readLetters();
  const drawn = await letters;
  if (!lines.every(({ text }) => [...text].every((letter) => drawn.places[letter]))) return null;
  return Promise.all(lines.map((line) => write(drawn, line)));
}

async function write(drawn: Letters, { text, height, top, colour }: Line) {
  const scale = height / drawn.height;
  const placed = layOut(drawn, text, WRITABLE / scale / SMALLEST);
  const width = Math.ceil(placed.width) + 2 * drawn.pad;
  const points = Buffer.alloc(width * drawn.height * 4);
  for (const { letter, left } of placed.letters) lay(drawn, letter, Math.round(left), { points, width, colour });
  const shown = Math.min(Math.round(width * scale), WRITABLE);
  const picture = await sharp(points, { raw: { width, height: drawn.height, channels: 4 } })
    .resize({ width: shown, height: Math.max(1, Math.round((drawn.height * shown) / width)), fit: 'fill' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round((PICTURE_WIDTH - picture.info.width) / 2);
  return { input: picture.data, left, top: top + Math.round((height - picture.info.height) / 2) };
}

/** Where each letter stands; beyond `most` the rest is three dots. */
function layOut({ places }: Letters, text: string, most: number) {
  const advanceOf = (letter: string) => places[letter]?.[2] ?? 0;
  const placed: { letter: string; left: number }[] = [];
  let width = 0;
  for (const letter of text) {
    if (width + advanceOf(letter) + advanceOf('…') > most) {
      placed.push({ letter: '…', left: width });
      return { letters: placed, width: width + advanceOf('…') };
    }
    placed.push({ letter, left: width });
    width += advanceOf(letter);
  }
  return { letters: placed, width };
}

type Canvas = { points: Buffer; width: number; colour: Line['colour'] };

/** Lays one letter onto the line; where two touch, the fuller one counts. */
function lay(drawn: Letters, letter: string, left: number, { points, width, colour }: Canvas): void {
  const [fromX, fromY, advance] = drawn.places[letter] ?? [0, 0, 0];
  const cell = Math.ceil(advance) + 2 * drawn.pad;
  for (let y = 0; y < drawn.height; y += 1) {
    for (let x = 0; x < cell && left + x < width; x += 1) {
      const cover = drawn.cover[(fromY + y) * drawn.width + fromX + x] ?? 0;
      const at = (y * width + left + x) * 4;
      if (cover <= (points[at + 3] ?? 0)) continue;
      points[at] = colour.r;
      points[at + 1] = colour.g;
      points[at + 2] = colour.b;
      points[at + 3] = cover;
    }
  }
}
