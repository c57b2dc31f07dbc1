import { AppError } from '#server/http/errors.ts';
import { pdfWorkers, refusals } from './read-pdf-in-worker.ts';

/** The pictures of the pages of a scanned PDF. A PDF without them, or with more pages, is refused in words. */
export async function readScansInWorker(file: Buffer, person: string, most: number): Promise<Buffer[]> {
  const outcome = await pdfWorkers({ bytes: file, scans: most }, person);
  if ('refused' in outcome) throw refusals[outcome.refused]();
  if (!('scans' in outcome)) throw new Error('The worker answered another task.');
  const { count, pages } = outcome.scans;
  if (count > most) throw new AppError('too_large', `Este PDF tem ${count} páginas. São no máximo ${most}.`);
  const found = pages.filter((page) => page !== null);
  if (found.length === 0 || found.length < pages.length) {
    throw new AppError(
      'unsupported_type',
      'Este PDF tem página sem foto da folha. Envie um PDF digitalizado, ou as fotos.',
    );
  }
  return found.map((page) => Buffer.from(page));
}
