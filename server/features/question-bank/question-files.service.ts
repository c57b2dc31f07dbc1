import { Worker } from 'node:worker_threads';
import { AppError } from '../../http/errors.ts';
import { tooBusy } from '../../http/overload.ts';
import { createPlaces } from '../../http/places.ts';
import type { FileRefused } from './files/question-file.ts';
import type { ReadFile } from './files/read-file.ts';

/** Far above what any honest file takes. */
const LONGEST_MS = 60_000;

type Outcome = { file: ReadFile } | { refusal: Pick<FileRefused, 'code' | 'message'> };

const places = createPlaces({ total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 });

/** Reads a file beside the server, not in its way, and one at a time: one person after the other. */
export async function readFileAside(bytes: Uint8Array, name: string, person: string): Promise<ReadFile> {
  const place = await turnOf(person);
  const outcome = await inWorker(bytes, name).finally(place.leave);
  if ('refusal' in outcome) throw new AppError(outcome.refusal.code, outcome.refusal.message);
  return outcome.file;
}

function turnOf(person: string): Promise<{ leave(): void }> {
  return new Promise((resolve, reject) => {
    const place = places.take(person, () => queueMicrotask(() => place && resolve(place)));
    if (!place) reject(tooBusy('Há arquivos demais sendo lidos agora. Tente de novo em instantes.'));
  });
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
    worker.on('error', settle(reject));
    worker.once(
      'exit',
      settle((code) => reject(new Error(`The reader ended with ${code} before it answered.`))),
    );
  });
}
