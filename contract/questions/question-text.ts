import { replaceFormulas } from '#contract/content/formula-text.ts';
import { asRaised } from '#contract/raised-text.ts';
import type { QuestionFormat } from './question-shapes.ts';

/** What a reader reads of a question's text. For HTML only after it was sanitised: then no sign of markup is left bare. */
export function plainText(format: QuestionFormat, text: string): string {
  if (format === 'plain') return text;
  return replaceFormulas(text, (latex) => ` ${latex} `)
    .replace(/<(su[pb])>([^<]*)<\/su[pb]>/g, (_, tag, inside) => asRaised(tag, inside))
    .replace(/<(?:br|\/p|\/li|\/div|\/td|\/th|\/h[1-6]|\/tr)\b[^<>]*>/g, ' ')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The images of a sanitised text, in order: two texts that differ in them are two texts. */
const imagesOf = (text: string) => [...text.matchAll(/<img[^<>]* src="([^"]*)"/g)].map(([, source]) => source);

/** Two texts that a student cannot tell apart have the same. */
export function identityOf(format: QuestionFormat, text: string): string {
  // NFKC would make 103 of 10³.
  const apart = format === 'html' ? text.replaceAll('<sup>', '^').replaceAll('<sub>', '_') : text;
  const words = plainText(format, apart).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return JSON.stringify([words, format === 'html' ? imagesOf(text) : []]);
}

/** Nothing to see: no text, no image. */
export const isBlank = (format: QuestionFormat, text: string) => identityOf(format, text) === identityOf('plain', '');
