import { Worker } from 'node:worker_threads';
import { AppError } from '../../http/errors.ts';
import type { FileRefused } from './files/question-file.ts';
import type { ReadFile } from './files/read-file.ts';

/** Far above what any honest file takes. */
const LONGEST_MS = 60_000;

type Outcome = { file: ReadFile } | { refusal: Pick<FileRefused, 'code' | 'message'> };

let last: Promise<unknown> = Promise.resolve();

/** Reads a file beside the server, not in its way, and one at a time. */
export async function readFileAside(bytes: Uint8Array, name: string): Promise<ReadFile> {
  const turn = last.catch(() => undefined).then(() => inWorker(bytes, name));
  last = turn;
  const outcome = await turn;
  if ('refusal' in outcome) throw new AppError(outcome.refusal.code, outcome.refusal.message);
  return outcome.file;
}

function inWorker(bytes: Uint8Array, name: string): Promise<Outcome> {
  const worker = new Worker(new URL('./files/read-file.worker.ts', import.meta.url), { workerData: { bytes, name } });
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => {
      void worker.terminate();
      reject(new AppError('bad_request', 'Este arquivo é complicado demais para ser lido. Divida-o em partes.'));
    }, LONGEST_MS);
    const settle =
      <T>(done: (value: T) => void) =>
      (value: T) => {
        clearTimeout(tooLong);
        done(value);
      };
    worker.once('message', settle(resolve));
    worker.once('error', settle(reject));
    worker.once(
      'exit',
      settle((code) => reject(new Error(`The reader ended with ${code} before it answered.`))),
    );
  });
}
