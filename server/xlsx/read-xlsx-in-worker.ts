import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { FileRefused } from '#server/zip/refused.ts';
import type { Worksheet, XlsxBounds } from './read-xlsx.ts';
import type { XlsxInput, XlsxOutcome } from './xlsx.worker.ts';

const tooLarge = () =>
  new AppError('too_large', 'Esta planilha é grande demais por dentro. Divida-a em partes ou salve como CSV.');

const workerPool = createWorkerPool<XlsxInput, XlsxOutcome>(new URL('./xlsx.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
  longestMs: 60_000,
  memoryMb: 512,
  tooLong: tooLarge,
  tooMany: () => tooBusy('Há arquivos demais sendo lidos agora. Tente de novo em instantes.'),
});

const refusals: Readonly<Record<FileRefused['reason'], () => AppError>> = {
  other_kind: () =>
    new AppError('unsupported_type', 'Este arquivo não é uma planilha .xlsx. No Excel, salve como .xlsx, sem senha.'),
  broken: () =>
    new AppError('unsupported_type', 'Esta planilha está danificada ou protegida. Abra-a no Excel e salve de novo.'),
  too_large: tooLarge,
};

/** Every .xlsx is a zip; no CSV begins like this. */
export const isZip = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));

/** Reads a .xlsx in a worker, one file at a time; people take turns. For students and questions alike. */
export async function readXlsxInWorker(
  file: Buffer,
  person: string,
  bounds: XlsxBounds = {},
): Promise<{ sheets: Worksheet[] }> {
  const outcome = await workerPool({ file, bounds }, person);
  if ('refused' in outcome) throw refusals[outcome.refused]();
  return outcome;
}
