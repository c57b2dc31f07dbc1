import { answerEach } from '#server/work/answer-each.ts';
import { type PdfText, readPdf } from './read-pdf.ts';
import { type PdfRefusal, PdfRefused } from './refused.ts';

export type PdfOutcome = { text: PdfText } | { refused: PdfRefusal };

answerEach(async (bytes: Uint8Array): Promise<PdfOutcome> => {
  try {
    return { text: await readPdf(bytes) };
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error;
    return { refused: error.reason };
  }
});
