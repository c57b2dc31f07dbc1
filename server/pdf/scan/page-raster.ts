import { type Matrix, multiply } from '../matrix.ts';

/** A picture of a page as pdfjs decodes it, and where the page has it. */
export type PlacedImage = {
  width: number;
  height: number;
  /** Grey of a pixel, from 0 (black) to 255 (white). */
  greyAt: (x: number, y: number) => number;
  /** From the unit square, whose origin is the lower left corner of the picture, to points of the page. */
  matrix: Matrix;
};

/** Grey pixels row by row; `scale` is pixels per point. */
export type Raster = { width: number; height: number; scale: number; pixels: Uint8Array };

/** The engine was taught with scans of this resolution, in pixels per point. */
const SCALE = 300 / 72;
/** A page of A4 has 8.7 million. */
const PIXELS_MAX = 10_000_000;
/** Pixels of a picture that are averaged for one of the page, along one side. */
const SAMPLES_MAX = 4;

/** Puts the pictures of a page together. */
export function rasterOf(images: readonly PlacedImage[], page: { width: number; height: number }): Raster {
  const scale = Math.min(SCALE, Math.sqrt(PIXELS_MAX / (page.width * page.height)));
  const width = Math.max(1, Math.floor(page.width * scale));
  const height = Math.max(1, Math.floor(page.height * scale));
  const pixels = new Uint8Array(width * height).fill(255);
  for (const image of images) paint(image, { width, height, scale, pixels });
  return { width, height, scale, pixels };
}

function paint({ width, height, greyAt, matrix }: PlacedImage, raster: Raster): void {
  // From pixels of the picture, whose first row is its upper one, to pixels of the page.
  const forward = multiply(
    [raster.scale, 0, 0, raster.scale, 0, 0],
    multiply(matrix, [1 / width, 0, 0, -1 / height, 0, 1]),
  );
  const back = inverse(forward);
  if (!back) return;
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([x = 0, y = 0]) => [
    forward[0] * x + forward[2] * y + forward[4],
    forward[1] * x + forward[3] * y + forward[5],
  ]);
  const limit = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const left = limit(Math.floor(Math.min(...corners.map(([x = 0]) => x))), raster.width);
  const right = limit(Math.ceil(Math.max(...corners.map(([x = 0]) => x))), raster.width);
  const top = limit(Math.floor(Math.min(...corners.map(([, y = 0]) => y))), raster.height);
  const bottom = limit(Math.ceil(Math.max(...corners.map(([, y = 0]) => y))), raster.height);
  const step = Math.hypot(back[0], back[1]);
  const samples = Math.min(SAMPLES_MAX, Math.max(1, Math.round(step)));
  const greyOf = step < 1 ? interpolated : averaged;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const grey = greyOf({ width, height, greyAt, matrix }, back, x, y, samples);
      if (grey >= 0) raster.pixels[y * raster.width + x] = grey;
    }
  }
}

/** The mean of the pixels that a pixel of the page covers; -1 outside of the picture. */
function averaged({ width, height, greyAt }: PlacedImage, back: Matrix, x: number, y: number, samples: number): number {
  let sum = 0;
  let count = 0;
  for (let row = 0; row < samples; row += 1) {
    for (let column = 0; column < samples; column += 1) {
      const px = x + (column + 0.5) / samples;
      const py = y + (row + 0.5) / samples;
      const sx = Math.floor(back[0] * px + back[2] * py + back[4]);
      const sy = Math.floor(back[1] * px + back[3] * py + back[5]);
      if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue;
      sum += greyAt(sx, sy);
      count += 1;
    }
  }
  return count > 0 ? sum / count : -1;
}

/** Between the four nearest pixels, where the picture is coarser than the page: steps at edges look like serifs. */
function interpolated({ width, height, greyAt }: PlacedImage, back: Matrix, x: number, y: number): number {
  const sx = back[0] * (x + 0.5) + back[2] * (y + 0.5) + back[4] - 0.5;
  const sy = back[1] * (x + 0.5) + back[3] * (y + 0.5) + back[5] - 0.5;
  if (sx < -1 || sy < -1 || sx > width || sy > height) return -1;
  const left = Math.min(width - 1, Math.max(0, Math.floor(sx)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(sy)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const across = Math.min(1, Math.max(0, sx - left));
  const down = Math.min(1, Math.max(0, sy - top));
  const upper = greyAt(left, top) * (1 - across) + greyAt(right, top) * across;
  const lower = greyAt(left, bottom) * (1 - across) + greyAt(right, bottom) * across;
  return upper * (1 - down) + lower * down;
}

function inverse([a, b, c, d, e, f]: Matrix): Matrix | null {
  const determinant = a * d - b * c;
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-9) return null;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

/** Turns a raster by quarters, clockwise. */
export function turnRaster({ width, height, scale, pixels }: Raster, turn: number): Raster {
  if (turn === 0) return { width, height, scale, pixels };
  const turned = new Uint8Array(pixels.length);
  const isOnSide = turn % 2 === 1;
  const wide = isOnSide ? height : width;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const column = turn === 1 ? height - 1 - y : turn === 2 ? width - 1 - x : y;
      const row = turn === 1 ? x : turn === 2 ? height - 1 - y : width - 1 - x;
      turned[row * wide + column] = pixels[y * width + x] ?? 255;
    }
  }
  return { width: wide, height: isOnSide ? width : height, scale, pixels: turned };
}

/** Share of dark pixels below which a page is empty. */
const INK_MIN = 0.0005;
const DARK = 128;

export const isEmpty = ({ pixels }: Raster): boolean =>
  pixels.reduce((count, grey) => (grey < DARK ? count + 1 : count), 0) < INK_MIN * pixels.length;
