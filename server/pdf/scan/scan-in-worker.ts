import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { ScanOutcome, ScanTask } from './scan.worker.ts';
import type { ScannedPage, ScannedPages } from './scanned-lines.ts';

/** A page that cannot be recognised. Its file may have others that can. */
export class UnreadablePage extends Error {}

const workerPool = createWorkerPool<ScanTask, ScanOutcome>(new URL('./scan.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
  longestMs: 180_000,
  memoryMb: 768,
  tooLong: () => new UnreadablePage('A page took too long or too much to recognise.'),
  tooMany: () => tooBusy('Há páginas demais sendo reconhecidas agora. Tente de novo em instantes.'),
});

/** The bytes of a file, to be shared with the thread page by page without a copy. */
export function shareFile(file: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(file.length));
  shared.set(file);
  return shared;
}

/** Recognises one page in the thread for scans. */
export async function scanInWorker(bytes: Uint8Array, page: number, key: string): Promise<ScannedPage> {
  const outcome = await workerPool({ bytes, page }, key);
  if ('refused' in outcome) throw new UnreadablePage(`The page was refused: ${outcome.refused}.`);
  return outcome.page;
}

/** Recognises these pages of a file, one after the other. A page that cannot be recognised is left out. */
export async function scanPagesInWorker(
  file: Uint8Array,
  pages: readonly number[],
  key: string,
): Promise<ScannedPages> {
  const bytes = shareFile(file);
  const found = new Map<number, ScannedPage>();
  for (const page of pages) {
    try {
      found.set(page, await scanInWorker(bytes, page, key));
    } catch (error) {
      if (!(error instanceof UnreadablePage)) throw error;
    }
  }
  return found;
}
