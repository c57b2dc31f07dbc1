import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { AppError } from '#server/http/errors.ts';

const MAX_PIXELS = 50_000_000;
/** Twice the width of a lesson's column: sharp on every screen, small enough for a bus ride. */
const MAX_SIDE = 1600;
const DECODE_SECONDS = 20;

/** By content, never by name or by what the browser says. */
const accepted = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif']);

const phonePhotos = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);

const refused = () => new AppError('unsupported_type', 'Envie uma imagem JPEG, PNG, WebP, GIF ou AVIF.');
const tooManyPixels = () => new AppError('too_large', 'A imagem tem pixels demais. Envie uma de até 50 megapixels.');

export type ReencodedImage = { content: Buffer; mimeType: 'image/webp'; width: number; height: number };

/**
 * Re-encodes the image, upright and at most 1600 px: without location, time and device of the photo, and without any
 * data that is no image. A file that cannot be decoded is refused.
 */
export async function reencodeImage(file: Buffer): Promise<ReencodedImage> {
  const type = await fileTypeFromBuffer(file).catch(() => undefined);
  // Reading HEIC takes a decoder under patents; phones make JPEG of it themselves when they are asked for it.
  if (type && phonePhotos.has(type.mime)) {
    throw new AppError('unsupported_type', 'Esta foto está no formato HEIC. Envie como JPEG.');
  }
  if (!type || !accepted.has(type.mime)) throw refused();
  try {
    const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, animated: type.mime === 'image/gif' })
      .rotate()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82, smartSubsample: true })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer({ resolveWithObject: true });
    // The frames of an animation are stacked vertically.
    return { content: data, mimeType: 'image/webp', width: info.width, height: info.pageHeight ?? info.height };
  } catch (error) {
    throw /pixel limit/i.test((error as Error).message) ? tooManyPixels() : refused();
  }
}
