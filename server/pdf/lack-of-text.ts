import type { PdfText } from './read-pdf.ts';

/** Share of the characters of a file that may be unknown. With more, hardly anything could be read. */
const UNMAPPED_MAX = 0.2;

/** Why a PDF cannot be read as text: its pages are pictures, or its fonts do not say what their characters are. */
export function lackOfText({ pages, lines }: Pick<PdfText, 'pages' | 'lines'>): 'scanned' | 'unmapped' | null {
  if (pages.some(({ isScanned }) => isScanned) && !pages.some(({ hasText }) => hasText)) return 'scanned';
  const unmapped = pages.reduce((sum, page) => sum + page.unmapped, 0);
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  return unmapped > UNMAPPED_MAX * Math.max(1, characters) ? 'unmapped' : null;
}

/** The pages that are pictures and have no text, counted from 1. */
export const scannedPagesOf = ({ pages }: Pick<PdfText, 'pages'>): number[] =>
  pages.flatMap(({ isScanned, hasText }, at) => (isScanned && !hasText ? [at + 1] : []));
