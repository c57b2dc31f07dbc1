import { answerEach } from '#server/work/answer-each.ts';
import { type PdfText, type ReadingOptions, readPdf } from './read-pdf.ts';
import { type PdfRefusal, PdfRefused } from './refused.ts';

export type PdfTask = { bytes: Uint8Array; options: ReadingOptions };
export type PdfOutcome = { text: PdfText } | { refused: PdfRefusal };

answerEach(async ({ bytes, options }: PdfTask): Promise<PdfOutcome> => {
  try {
    return { text: await readPdf(bytes, options) };
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error;
    return { refused: error.reason };
  }
});
