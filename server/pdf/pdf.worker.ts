import { answerEach } from '#server/work/answer-each.ts';
import { type PdfText, type ReadingOptions, readPdf } from './read-pdf.ts';
import { type PdfRefusal, PdfRefused } from './refused.ts';
import { readScans, type Scans } from './scans.ts';

/** `scans`: only the pictures of at most that many pages. */
export type PdfTask = { bytes: Uint8Array } & ({ options: ReadingOptions } | { scans: number });
export type PdfOutcome = { text: PdfText } | { scans: Scans } | { refused: PdfRefusal };

answerEach(async (task: PdfTask): Promise<PdfOutcome> => {
  try {
    if ('scans' in task) return { scans: await readScans(task.bytes, task.scans) };
    return { text: await readPdf(task.bytes, task.options) };
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error;
    return { refused: error.reason };
  }
});
