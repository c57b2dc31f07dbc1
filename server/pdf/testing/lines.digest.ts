import type { PdfText } from '../read-pdf.ts';

export const digest = ({ pages, lines }: PdfText) => ({
  pages: pages.length,
  lines: lines.map(({ text }) => text),
});
