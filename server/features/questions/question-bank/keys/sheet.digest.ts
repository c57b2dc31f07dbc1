import { lackOfText, scannedPagesOf } from '#server/pdf/lack-of-text.ts';
import type { PdfText } from '#server/pdf/read-pdf.ts';
import { pdfText } from './sheet-text.ts';

/** What leaves the worker of an answer sheet in PDF. */
export const digest = (pdf: PdfText) => ({
  lack: lackOfText(pdf),
  scannedPages: scannedPagesOf(pdf),
  text: pdfText(pdf.rows),
});
