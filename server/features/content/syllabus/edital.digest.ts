import { lackOfText, scannedPagesOf } from '#server/pdf/lack-of-text.ts';
import type { PdfText } from '#server/pdf/read-pdf.ts';
import { editalText } from './edital-text.ts';

/** What leaves the worker of an edital in PDF. */
export const digest = (pdf: PdfText) => ({
  lack: lackOfText(pdf),
  scannedPages: scannedPagesOf(pdf),
  ...editalText(pdf),
});
