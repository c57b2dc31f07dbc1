import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { ScanOutcome, ScanTask } from './scan.worker.ts';
import type { ScannedLine } from './scanned-lines.ts';

/** A page that cannot be recognised. Its file may have others that can. */
export class UnreadablePage extends Error {}

const workerPool = createWorkerPool<ScanTask, ScanOutcome>(new URL('./scan.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
  longestMs: 180_000,
  memoryMb: 768,
  tooLong: () => new UnreadablePage('A page took too long or too much to recognise.'),
  tooMany: () => new Error('Too many pages wait to be recognised.'),
});

/** The bytes of a file, to be shared with the thread page by page without a copy. */
export function shareFile(file: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(file.length));
  shared.set(file);
  return shared;
}

/** Recognises one page in the thread for scans. */
export async function scanInWorker(bytes: Uint8Array, page: number, key: string): Promise<ScannedLine[]> {
  const outcome = await workerPool({ bytes, page }, key);
  if ('refused' in outcome) throw new UnreadablePage(`The page was refused: ${outcome.refused}.`);
  return outcome.lines;
}
