import type { PdfText } from '#server/pdf/read-pdf.ts';
import { linesOfHtml } from './law-html.ts';
import { type LawLine, linesOfText } from './law-lines.ts';
import type { LawReading } from './parse-law.ts';
import { readLaw } from './read-law.ts';

export type LawSource = { format: 'text' | 'html' | 'pdf'; text: string; problems?: string[] };

const isHtml = (text: string) =>
  /<(?:!doctype html|html|head|body|p|div|table|font|span)\b/i.test(text.slice(0, 20_000));

/** Planalto's pages are in Windows-1252, often without saying so. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export const sourceOfText = (text: string): LawSource => ({ format: isHtml(text) ? 'html' : 'text', text });

/** The lines of a PDF, and its pages that are pictures. */
export function sourceOfPdf(pdf: PdfText): LawSource {
  const scanned = pdf.pages.flatMap(({ isScanned }, at) => (isScanned ? [at + 1] : []));
  return {
    format: 'pdf',
    text: pdf.lines.map(({ text }) => text).join('\n'),
    problems: scanned.map((page) => `A página ${page} é uma imagem e não foi lida.`),
  };
}

export function linesOf({ format, text }: LawSource): LawLine[] {
  if (format === 'html') return linesOfHtml(text);
  return linesOfText(text, { dropHyphens: format === 'pdf' });
}

/** Reads a norm from any source, in a time that grows with its length. */
export function readLawSource(source: LawSource): LawReading {
  const reading = readLaw(linesOf(source));
  const before = (source.problems ?? []).map((words) => ({ line: 1, words }));
  return { ...reading, problems: [...before, ...reading.problems] };
}
