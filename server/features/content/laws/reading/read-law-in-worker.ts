import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { LawOutcome } from './law.worker.ts';
import type { LawSource } from './read-law-source.ts';

const workerPool = createWorkerPool<LawSource, LawOutcome>(new URL('./law.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
  longestMs: 60_000,
  memoryMb: 512,
  tooLong: () => new AppError('bad_request', 'Este texto é complicado demais para ser lido. Divida-o em partes.'),
  tooMany: () => tooBusy('Há normas demais sendo lidas agora. Tente de novo em instantes.'),
});

/** Reads a norm in a worker, one person after the other. */
export async function readLawInWorker(source: LawSource, person: string) {
  const outcome = await workerPool(source, person);
  if ('refused' in outcome) {
    throw new AppError('too_large', 'O texto tem dispositivos demais para uma norma. Divida-o em partes.');
  }
  return outcome;
}
