import type { Operators } from '../glyphs.ts';
import { type Matrix, multiply, toMatrix } from '../matrix.ts';
import type { PlacedImage } from './page-raster.ts';

type PdfObjects = { get: (name: string, take: (value: unknown) => void) => unknown };
type Sources = { common: PdfObjects; own: PdfObjects };

/** Pictures of one page; a scanner that cuts a page into strips makes fewer. */
const IMAGES_MAX = 400;

/** The pictures that a page paints, with their places, in the order of painting. */
export async function placedImages(
  operators: Operators,
  names: ReadonlyMap<number, string>,
  view: Matrix,
  sources: Sources,
): Promise<PlacedImage[]> {
  const found: PlacedImage[] = [];
  const saved: Matrix[] = [];
  let ctm = view;
  const take = async (value: unknown, isMask: boolean) => {
    if (found.length >= IMAGES_MAX) return;
    const image = await loaded(value, sources);
    const greyAt = image && greyOf(image, isMask);
    if (image && greyAt) found.push({ width: image.width, height: image.height, greyAt, matrix: ctm });
  };
  for (let at = 0; at < operators.fnArray.length; at += 1) {
    const args = (operators.argsArray[at] as readonly unknown[] | null) ?? [];
    switch (names.get(operators.fnArray[at] ?? -1)) {
      case 'save':
        saved.push(ctm);
        break;
      case 'restore':
      case 'paintFormXObjectEnd':
        ctm = saved.pop() ?? ctm;
        break;
      case 'transform':
        ctm = multiply(ctm, toMatrix(args as number[]));
        break;
      case 'paintFormXObjectBegin':
        saved.push(ctm);
        if (args[0]) ctm = multiply(ctm, toMatrix(args[0] as number[]));
        break;
      case 'paintImageXObject':
      case 'paintInlineImageXObject':
        await take(args[0], false);
        break;
      case 'paintImageMaskXObject':
        await take(args[0], true);
        break;
    }
  }
  return found;
}

type Decoded = { width: number; height: number; data: Uint8Array | Uint8ClampedArray };

/** A picture is named, or is its own data, or is an object whose data is named. */
async function loaded(value: unknown, sources: Sources): Promise<Decoded | null> {
  const named = (name: string) =>
    new Promise((take) => {
      (name.startsWith('g_') ? sources.common : sources.own).get(name, take);
    });
  const object = typeof value === 'string' ? await named(value) : value;
  if (typeof object !== 'object' || object === null) return null;
  const { width, height, data } = object as { width?: number; height?: number; data?: unknown };
  if (typeof data === 'string') return loaded(data, sources);
  if (!width || !height || !(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return null;
  return { width, height, data };
}

/** One bit, one byte, three or four bytes for each pixel. The bits of a mask are ink where they are 0. */
function greyOf({ width, height, data }: Decoded, isMask: boolean): PlacedImage['greyAt'] | null {
  const stride = (width + 7) >> 3;
  if (isMask || (data.length < width * height && data.length >= stride * height)) {
    return (x, y) => (((data[y * stride + (x >> 3)] ?? 0xff) >> (7 - (x & 7))) & 1 ? 255 : 0);
  }
  const channels = Math.floor(data.length / (width * height));
  if (channels === 1) return (x, y) => data[y * width + x] ?? 255;
  if (channels !== 3 && channels !== 4) return null;
  return (x, y) => {
    const at = (y * width + x) * channels;
    const grey = 0.299 * (data[at] ?? 255) + 0.587 * (data[at + 1] ?? 255) + 0.114 * (data[at + 2] ?? 255);
    const opacity = channels === 4 ? (data[at + 3] ?? 255) / 255 : 1;
    return 255 - opacity * (255 - grey);
  };
}
