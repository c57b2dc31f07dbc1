import { serialize } from 'node:v8';
import { scannedPagesOf } from '#server/pdf/lack-of-text.ts';
import type { PdfText } from '#server/pdf/read-pdf.ts';
import { paintedDrawings } from './drawing-crops.ts';

/** Drawings made of lines become pictures, because their labels alone say nothing. */
export const drawingsOf = paintedDrawings;

/**
 * What leaves the worker of an exam in PDF: its pictures, which are stored first, and its text as bytes that only the
 * worker for questions unpacks.
 */
export const digest = (text: PdfText) => ({
  scannedPages: scannedPagesOf(text),
  pictures: text.pictures,
  // Reading the questions needs only the positions of the pictures.
  packed: new Uint8Array(
    serialize({ ...text, pictures: text.pictures.map((one) => ({ ...one, png: new Uint8Array() })) }),
  ),
});
