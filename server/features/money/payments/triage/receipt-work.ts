import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { ReceiptFacts } from './receipt-text.ts';

class Unreadable extends Error {}

/** A file from anybody is read beside the server: five seconds and 256 MB, then its thread ends. */
const workerPool = createWorkerPool<Uint8Array, ReceiptFacts & { hasText: boolean }>(
  new URL('./receipts.worker.ts', import.meta.url),
  {
    capacity: { total: 1, perKey: 1, waiting: 1000, waitingPerKey: 1000 },
    longestMs: 5000,
    memoryMb: 256,
    tooLong: () => new Unreadable('A receipt took too long or too much to read.'),
    tooMany: () => new Error('Too many receipts wait to be read.'),
  },
);

const nothing = { hasText: false, endToEndIds: [], amounts: [], days: [], payee: null };

/** What a PDF says; nothing where it cannot be read, whatever it did to its thread. */
export const readReceipt = (bytes: Uint8Array): Promise<ReceiptFacts & { hasText: boolean }> =>
  workerPool(bytes, 'receipts').catch(() => nothing);
