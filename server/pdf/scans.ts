import { collectContent } from './glyphs.ts';
import { toMatrix } from './matrix.ts';
import { loadPicture, pixelsOf } from './pictures.ts';
import { encodePng, type Pixels } from './png.ts';
import { openPdf, operatorNames } from './read-pdf.ts';
import { PdfRefused } from './refused.ts';
import { placedImages } from './scan/page-images.ts';
import type { PlacedImage } from './scan/page-raster.ts';
import { namesPictures } from './undecoded-pictures.ts';

/** Pixels of one picture: an A4 page of a scanner at 300 dots per inch has 8.7 million. */
const PIXELS_MAX = 14_000_000;
/** Share of the page that its picture covers at least. */
const PAGE_SHARE_LEAST = 0.5;
/** The kind of pdfjs for one bit a pixel. */
const ONE_BIT = 1;

/** The picture that fills each page, as PNG; null: the page has none. `count`: all pages of the file. */
export type Scans = { count: number; pages: (Uint8Array | null)[] };

/** Reads the pictures of a scanned PDF, of the first `most` pages. Runs in a worker. */
export async function readScans(bytes: Uint8Array, most: number): Promise<Scans> {
  const pdf = await openPdf(bytes, { maxImageSize: PIXELS_MAX });
  try {
    const names = await operatorNames();
    const pages: Scans['pages'] = [];
    for (let number = 1; number <= Math.min(most, pdf.numPages); number += 1) {
      const page = await pdf.getPage(number);
      const { width, height, transform } = page.getViewport({ scale: 1 });
      const view = { transform: toMatrix(transform), width, height };
      const operators = await page.getOperatorList();
      const { marks } = collectContent(operators, names, view, () => null);
      const sources = { common: page.commonObjs, own: page.objs };
      const [largest] = marks
        .filter(({ kind }) => kind === 'image')
        .toSorted((a, b) => b.box.w * b.box.h - a.box.w * a.box.h);
      const isFilled = largest && largest.box.w * largest.box.h >= PAGE_SHARE_LEAST * width * height;
      const loaded = isFilled && largest.image ? await loadPicture(largest.image, sources) : undefined;
      const pixels =
        isFilled && !largest.image
          ? maskOf(await placedImages(operators, names, view.transform, sources))
          : scanOf(loaded);
      pages.push(pixels && new Uint8Array(encodePng(pixels)));
      page.cleanup();
    }
    if (pages.every((page) => page === null) && namesPictures(bytes)) throw new PdfRefused('undecoded_pictures');
    return { count: pdf.numPages, pages };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

function scanOf(loaded: unknown): Pixels | null {
  const { kind, width, height, data } = (loaded ?? {}) as {
    kind?: number;
    width?: number;
    height?: number;
    data?: Uint8Array;
  };
  if (kind !== ONE_BIT || !width || !height || !data || width * height > PIXELS_MAX)
    return pixelsOf(loaded, PIXELS_MAX);
  return { width, height, channels: 1, data: unpackBits(data, width, height) };
}

/** The largest picture of a page as grey pixels: a scan in black and white may be a mask through which ink is painted. */
function maskOf(images: readonly PlacedImage[]): Pixels | null {
  const [largest] = images.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (!largest || largest.width * largest.height > PIXELS_MAX) return null;
  const { width, height, greyAt } = largest;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data[y * width + x] = greyAt(x, y);
  return { width, height, channels: 1, data };
}

/** One byte for each pixel, white where the bit is set. Rows begin at whole bytes. */
function unpackBits(bits: Uint8Array, width: number, height: number): Uint8Array {
  const stride = (width + 7) >> 3;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = bits[y * stride + (x >> 3)] ?? 0;
      data[y * width + x] = (byte >> (7 - (x & 7))) & 1 ? 255 : 0;
    }
  }
  return data;
}
