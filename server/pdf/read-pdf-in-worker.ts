import { PDF_MAX_BYTES, PDF_MAX_PAGES } from '#contract/limits.ts';
import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { PdfDigest, PdfOutcome, PdfTask } from './pdf.worker.ts';
import type { ReadingOptions } from './read-pdf.ts';
import type { PdfRefusal } from './refused.ts';

/** One worker for every kind of reading: a file may take much memory. */
export const pdfWorkers = createWorkerPool<PdfTask, PdfOutcome>(new URL('./pdf.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
  longestMs: 60_000,
  memoryMb: 768,
  tooLong: () => new AppError('bad_request', 'Este PDF é complicado demais para ser lido. Divida-o em partes.'),
  tooMany: () => tooBusy('Há arquivos demais sendo lidos agora. Tente de novo em instantes.'),
});

export const refusals: Readonly<Record<PdfRefusal, () => AppError>> = {
  broken: () => new AppError('unsupported_type', 'Este PDF está danificado. Abra-o e salve de novo como PDF.'),
  encrypted: () => new AppError('unsupported_type', 'Este PDF tem senha. Salve uma cópia sem senha e envie de novo.'),
  too_many_pages: () =>
    new AppError('too_large', `O PDF tem páginas demais. Divida-o: são no máximo ${PDF_MAX_PAGES} por vez.`),
  too_large: () => new AppError('too_large', 'Este PDF é grande demais por dentro. Divida-o em partes.'),
  undecoded_pictures: () =>
    new AppError(
      'unsupported_type',
      'As páginas deste PDF são imagens danificadas ou grandes demais. Digitalize de novo com até 600 dpi, ou salve as páginas como JPEG, e envie.',
    ),
};

export const isPdf = (file: Buffer): boolean => file.subarray(0, 1024).includes('%PDF-');

/**
 * Reads a PDF in a worker; people take turns. The text of a long exam takes the event loop a tenth of a second to
 * receive, so only what `digest` makes of it leaves the worker: a module that exports a function of that name.
 */
export async function readPdfInWorker<Digest extends PdfDigest>(
  file: Buffer,
  person: string,
  digest: URL,
  options: ReadingOptions = {},
): Promise<ReturnType<Digest>> {
  if (file.length > PDF_MAX_BYTES) {
    throw new AppError('too_large', `O PDF é grande demais. São no máximo ${PDF_MAX_BYTES / 1024 / 1024} MB.`);
  }
  const outcome = await pdfWorkers({ bytes: file, options, digest: digest.href }, person);
  if ('refused' in outcome) throw refusals[outcome.refused]();
  if (!('digested' in outcome)) throw new Error('The worker answered another task.');
  return outcome.digested as ReturnType<Digest>;
}
