import { setPriority } from 'node:os';
import { answerEach } from '#server/work/answer-each.ts';
import { type PdfRefusal, PdfRefused } from '../refused.ts';
import { type Engine, openEngine } from './engine.ts';
import { scanPage } from './scan-page.ts';
import type { ScannedPage } from './scanned-lines.ts';

export type ScanTask = { bytes: Uint8Array; page: number };
export type ScanOutcome = { page: ScannedPage } | { refused: PdfRefusal };

/** On Linux this is the priority of this thread: requests go first on a machine with few cores. */
setPriority(19);

let engine: Promise<Engine> | null = null;

answerEach(async ({ bytes, page }: ScanTask): Promise<ScanOutcome> => {
  engine ??= openEngine();
  try {
    return { page: await scanPage(bytes, page, await engine) };
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error;
    return { refused: error.reason };
  }
});
