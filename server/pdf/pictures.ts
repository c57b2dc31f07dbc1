import type { Mark } from './glyphs.ts';
import type { Box } from './matrix.ts';
import { encodePng, type Pixels } from './png.ts';

/** A picture of a page, cut out as PNG. */
export type PdfPicture = { page: number; box: Box; png: Uint8Array };

/** Pictures of one file that are cut out. */
export const PICTURES_MAX = 60;
/** Pixels: larger pictures are scans. */
const PIXELS_MAX = 2_500_000;
/** Square points: smaller pictures are bullets and ornaments. */
const AREA_MIN = 900;
/** Share of the page: larger pictures are backgrounds and scans. */
const PAGE_SHARE_MAX = 0.8;

/** Whether a mark is a picture that readers of the page look at. */
export const isFigure = ({ kind, box }: Mark, { width, height }: { width: number; height: number }): boolean =>
  kind === 'image' && box.w * box.h > AREA_MIN && box.w * box.h < PAGE_SHARE_MAX * width * height;

type PdfObjects = { get: (name: string, take: (value: unknown) => void) => unknown };
export type PageObjects = { common: PdfObjects; own: PdfObjects };

export const loadPicture = (image: string, { common, own }: PageObjects): Promise<unknown> =>
  new Promise((take) => {
    (image.startsWith('g_') ? common : own).get(image, take);
  });

/** Cuts out the upright pictures of a page. What cannot be decoded is left where it is. */
export async function cutPictures(
  marks: readonly Mark[],
  view: { width: number; height: number },
  objects: PageObjects,
  page: number,
): Promise<PdfPicture[]> {
  const pictures: PdfPicture[] = [];
  for (const mark of marks) {
    if (!isFigure(mark, view) || mark.image === undefined || !mark.isUpright) continue;
    const { image } = mark;
    const loaded = await loadPicture(image, objects);
    const pixels = pixelsOf(loaded, PIXELS_MAX);
    if (pixels) pictures.push({ page, box: mark.box, png: new Uint8Array(encodePng(pixels)) });
  }
  return pictures;
}

/** What pdfjs decoded, with one byte for each channel; null: nothing, or too large. */
export function pixelsOf(loaded: unknown, most: number): Pixels | null {
  const { width, height, data } = (loaded ?? {}) as { width?: number; height?: number; data?: Uint8Array };
  if (!width || !height || !data || width * height > most) return null;
  const channels = data.length / (width * height);
  return channels === 1 || channels === 3 || channels === 4
    ? { width, height, channels, data: new Uint8Array(data.buffer, data.byteOffset, data.length) }
    : null;
}
