import { fileTypeFromBuffer } from 'file-type';
import sharp, { type OutputInfo } from 'sharp';
import { ESSAY_PAGE_MAX_BYTES } from '#contract/exams/essay-pages.ts';
import { AppError } from '#server/http/errors.ts';

const MAX_PIXELS = 50_000_000;
/** About 170 dots per inch of an A4 page: handwriting is readable at 100 %. */
const MAX_SIDE = 2000;
/** Smaller pictures of a page cannot be read. */
const LEAST_SIDE = 480;
const DECODE_SECONDS = 20;
/** From the best quality down, until the page is small enough. */
const QUALITIES = [82, 74, 64, 52, 40];
/** From this multiple of the allowed bytes on, a lower quality is not tried. */
const HOPELESS = 2.5;

/** By content, never by name or by what the browser says. */
const accepted = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif']);
const phonePhotos = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);

const refused = () => new AppError('unsupported_type', 'Envie a foto da folha em JPEG, PNG ou WebP, ou um PDF.');
const tooManyPixels = () => new AppError('too_large', 'A foto tem pixels demais. Envie uma de até 50 megapixels.');
const tooSmall = () =>
  new AppError('unsupported_type', 'A foto é pequena demais para ser lida. Tire outra, mais perto da folha.');

export type EncodedPage = { content: Buffer; mimeType: 'image/webp'; width: number; height: number };

type Raw = { data: Buffer; info: OutputInfo };

/**
 * Encodes the picture of a page again: upright, without location, time and device of the photo, within the bytes of a
 * page. A file that cannot be decoded to its end is refused.
 */
export async function encodePage(file: Buffer): Promise<EncodedPage> {
  const type = await fileTypeFromBuffer(file).catch(() => undefined);
  if (type && phonePhotos.has(type.mime)) {
    throw new AppError('unsupported_type', 'Esta foto está no formato HEIC. Envie como JPEG.');
  }
  if (!type || !accepted.has(type.mime)) throw refused();
  const raw = await decode(file).catch((error: Error) => {
    throw /pixel limit/i.test(error.message) ? tooManyPixels() : refused();
  });
  if (Math.min(raw.info.width, raw.info.height) < LEAST_SIDE) throw tooSmall();
  return fitting(raw);
}

const decode = (file: Buffer): Promise<Raw> =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer({ resolveWithObject: true });

/** The page within its bytes: by a lower quality, and where that is not enough (noise) by fewer pixels. */
async function fitting({ data, info: { width, height, channels } }: Raw): Promise<EncodedPage> {
  let share = 1;
  for (;;) {
    const size = { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
    let bytes = 0;
    for (const quality of QUALITIES) {
      const content = await sharp(data, { raw: { width, height, channels } })
        .resize({ ...size, fit: 'fill' })
        .webp({ quality, smartSubsample: true })
        .toBuffer();
      if (content.length <= ESSAY_PAGE_MAX_BYTES) return { content, mimeType: 'image/webp', ...size };
      bytes = content.length;
      if (bytes > HOPELESS * ESSAY_PAGE_MAX_BYTES) break;
    }
    share *= Math.min(0.9, Math.sqrt(ESSAY_PAGE_MAX_BYTES / bytes));
  }
}
