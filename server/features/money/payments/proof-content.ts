import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { ProofType } from '#contract/money/payments.ts';
import { AppError } from '#server/http/errors.ts';
import { claimsToBePdf, isSafePdf } from './proof-pdf.ts';

const MAX_PIXELS = 50_000_000;
const PREVIEW_SIDE = 1600;
const DECODE_SECONDS = 15;

/** One thread each: several receipts at once share the machine with everything else. */
sharp.concurrency(1);
sharp.cache(false);

/** By content, never by name or by what the browser says. */
const typeOf: Record<string, ProofType> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
  'image/avif': 'image/avif',
  'image/heic': 'image/heic',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'application/pdf': 'application/pdf',
};

const decoderOf: Partial<Record<ProofType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

const notAccepted = () => new AppError('unsupported_type', 'Envie uma imagem ou um PDF.');
const unclearPdf = () =>
  new AppError(
    'unsupported_type',
    'Envie uma imagem ou um PDF. Se este já é um PDF, salve o PDF de novo ou envie um print.',
  );

/** The type of a proof and its thumbnail, where one can be rendered. Throws an error with a message for the student. */
export async function inspectProof(content: Buffer): Promise<{ type: ProofType; preview: Buffer | null }> {
  const found = await fileTypeFromBuffer(content).catch(() => undefined);
  const type = found && typeOf[found.mime];
  if (type === 'application/pdf' || (!found && claimsToBePdf(content))) return inspectPdf(content);
  if (!type) throw claimsToBePdf(content) ? unclearPdf() : notAccepted();
  const decoder = decoderOf[type];
  if (decoder) return { type, preview: await renderPreview(content, decoder) };
  return { type, preview: null };
}

function inspectPdf(content: Buffer): { type: ProofType; preview: null } {
  if (!isSafePdf(content)) throw unclearPdf();
  return { type: 'application/pdf', preview: null };
}

/**
 * Decodes and encodes the picture again: upright, small, without metadata. A file that only has the right header
 * fails.
 */
async function renderPreview(content: Buffer, decoder: string): Promise<Buffer> {
  const image = sharp(content, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' });
  const { format, width, height } = await image.metadata().catch(refuse);
  if (format !== decoder) throw notAccepted();
  if (width * height > MAX_PIXELS) throw tooManyPixels();
  return image
    .rotate()
    .resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .webp({ quality: 80 })
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer()
    .catch(refuse);
}

function refuse(error: Error): never {
  throw /pixel limit/i.test(error.message) ? tooManyPixels() : notAccepted();
}

const tooManyPixels = () =>
  new AppError('too_large', 'A imagem tem pixels demais. Envie uma foto ou um print de até 50 megapixels.');
