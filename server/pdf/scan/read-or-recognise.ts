import { SCAN_AT_ONCE_MAX } from '#contract/limits.ts';
import { AppError } from '#server/http/errors.ts';
import type { PdfDigest } from '../pdf.worker.ts';
import { readPdfInWorker } from '../read-pdf-in-worker.ts';
import { scanPagesInWorker } from './scan-in-worker.ts';

/** A digest that says which pages are pictures without text. */
type ScannableDigest = (...text: Parameters<PdfDigest>) => { scannedPages: number[] };

/** Reads a PDF. Its pages that are pictures are recognised only on request, before the answer. */
export async function readOrRecognise<Digest extends ScannableDigest>(
  file: Buffer,
  person: string,
  digest: URL,
  mayRecognise: boolean,
): Promise<{ read: ReturnType<Digest>; isRecognised: boolean }> {
  const read = await readPdfInWorker<Digest>(file, person, digest);
  const { scannedPages } = read;
  if (!mayRecognise || scannedPages.length === 0) return { read, isRecognised: false };
  if (scannedPages.length > SCAN_AT_ONCE_MAX) {
    throw new AppError(
      'too_large',
      `Este PDF tem ${scannedPages.length} páginas digitalizadas. Separe as que interessam: são no máximo ${SCAN_AT_ONCE_MAX} por vez.`,
    );
  }
  const scanned = await scanPagesInWorker(file, scannedPages, person);
  return { read: await readPdfInWorker<Digest>(file, person, digest, { scanned }), isRecognised: true };
}
