import { lackOfText } from '#server/pdf/lack-of-text.ts';
import type { PdfText } from '#server/pdf/read-pdf.ts';
import { pdfText } from './sheet-text.ts';

/** What leaves the worker of an answer sheet in PDF. */
export const digest = (pdf: PdfText) => ({ lack: lackOfText(pdf), text: pdfText(pdf.rows) });
