import { serialize } from 'node:v8';
import type { PdfText } from '#server/pdf/read-pdf.ts';

/**
 * What leaves the worker of an exam in PDF: its pictures, which are stored first, and its text as bytes that only the
 * worker for questions unpacks.
 */
export const digest = (text: PdfText) => ({
  scannedPages: text.pages.flatMap(({ isScanned, hasText }, at) => (isScanned && !hasText ? [at + 1] : [])),
  pictures: text.pictures,
  // Reading the questions needs only the positions of the pictures.
  packed: new Uint8Array(
    serialize({ ...text, pictures: text.pictures.map((one) => ({ ...one, png: new Uint8Array() })) }),
  ),
});
