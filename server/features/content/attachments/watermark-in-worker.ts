import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { WatermarkOutcome } from './watermark.ts';

const workerPool = createWorkerPool<{ pdf: Uint8Array; mark: string }, WatermarkOutcome>(
  new URL('./watermark.worker.ts', import.meta.url),
  {
    capacity: { total: 1, perKey: 1, waiting: 60, waitingPerKey: 4 },
    longestMs: 60_000,
    memoryMb: 1536,
    tooLong: () => new AppError('unsupported_type', 'Este PDF é complicado demais para a marca d’água. Divida-o.'),
    tooMany: () => tooBusy('Há arquivos demais sendo preparados agora. Tente de novo em instantes.'),
  },
);

const refusals = {
  encrypted: 'Este PDF está protegido por senha e não aceita a marca d’água. Envie sem a proteção, ou sem a marca.',
  broken: 'Este PDF está danificado e não aceita a marca d’água. Salve-o de novo, ou envie sem a marca.',
};

/** A PDF with a student's name in it, made beside the server. */
export async function watermarkInWorker(pdf: Buffer, mark: string, person: string): Promise<Buffer> {
  const outcome = await workerPool({ pdf, mark }, person);
  if ('refused' in outcome) throw new AppError('unsupported_type', refusals[outcome.refused]);
  return Buffer.from(outcome.pdf);
}
