import { answerEach } from '#server/work/answer-each.ts';
import { type Drawn, type PdfText, type ReadingOptions, readPdf } from './read-pdf.ts';
import { type PdfRefusal, PdfRefused } from './refused.ts';
import { readScans, type Scans } from './scans.ts';

/** What a module exports as `digest`: it runs here, and its result is all that leaves the worker. */
export type PdfDigest = (text: PdfText) => unknown;

/** `drawingsOf`, where the module has it, finds the drawings that are painted as pictures. */
type DigestModule = { digest: PdfDigest; drawingsOf?: (text: PdfText) => Drawn[] };

/** `scans`: only the pictures of at most that many pages. */
export type PdfTask = { bytes: Uint8Array } & ({ options: ReadingOptions; digest: string } | { scans: number });
export type PdfOutcome = { digested: unknown } | { scans: Scans } | { refused: PdfRefusal };

answerEach(async (task: PdfTask): Promise<PdfOutcome> => {
  try {
    if ('scans' in task) return { scans: await readScans(task.bytes, task.scans) };
    const { digest, drawingsOf } = (await import(task.digest)) as DigestModule;
    return { digested: digest(await readPdf(task.bytes, task.options, drawingsOf)) };
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error;
    return { refused: error.reason };
  }
});
