import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { FileRefused } from '#server/zip/refused.ts';
import type { DocxOutcome } from './docx.worker.ts';
import type { DocxText } from './read-docx.ts';

const workerPool = createWorkerPool<Uint8Array, DocxOutcome>(new URL('./docx.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
  longestMs: 60_000,
  memoryMb: 512,
  tooLong: () => new AppError('bad_request', 'Este arquivo é complicado demais para ser lido. Divida-o em partes.'),
  tooMany: () => tooBusy('Há arquivos demais sendo lidos agora. Tente de novo em instantes.'),
});

const refusals: Readonly<Record<FileRefused['reason'], () => AppError>> = {
  other_kind: () => new AppError('unsupported_type', 'Este arquivo não é um documento do Word. Envie um .docx.'),
  broken: () =>
    new AppError('unsupported_type', 'Este arquivo está danificado ou protegido. Abra-o no Word e salve de novo.'),
  too_large: () => new AppError('too_large', 'Este documento é grande demais por dentro. Divida-o em partes.'),
};

/** Reads a .docx in a worker; people take turns. For lessons and questions alike. */
export async function readDocxInWorker(file: Buffer, person: string): Promise<DocxText> {
  const outcome = await workerPool(file, person);
  if ('refused' in outcome) throw refusals[outcome.refused]();
  return outcome.text;
}
