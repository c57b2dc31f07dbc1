import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import { type Edital, parseEdital } from './parse-edital.ts';

/** Longer texts are read in a worker: a hostile text of 100,000 characters takes a quarter of a second. */
const INLINE_MAX_CHARACTERS = 5_000;

const workerPool = createWorkerPool<string, Edital>(new URL('./edital.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
  longestMs: 30_000,
  memoryMb: 256,
  tooLong: () => new AppError('bad_request', 'Este texto é complicado demais para ser lido. Divida-o em partes.'),
  tooMany: () => tooBusy('Há editais demais sendo lidos agora. Tente de novo em instantes.'),
});

/** Reads a pasted programme, in a worker where it is long. */
export const parseEditalInWorker = async (text: string, person: string): Promise<Edital> =>
  text.length <= INLINE_MAX_CHARACTERS ? parseEdital(text) : workerPool(text, person);
