import { createHash } from 'node:crypto';
import { BASE_TEXT_MAX, BASE_TEXT_TITLE_MAX } from '#contract/limits.ts';
import type { BaseTextInput } from '#contract/questions/base-texts.ts';
import { isBlank, plainText } from '#contract/questions/question-text.ts';
import { searchKey } from '#server/db/keys.ts';
import { cleanLessonHtml } from '#server/html/lesson-html.ts';

const EXCERPT = 300;
/** Characters that the search covers: more than the longest text has. */
const FOUND_BY = 60_000;

export const cleanTitle = (title: string) => title.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Cleans a text for storage: trims it, and sanitises HTML like that of lessons. */
export const cleanText = ({ title, format, text }: BaseTextInput): BaseTextInput => ({
  title: cleanTitle(title),
  format,
  text: (format === 'html' ? cleanLessonHtml(text).html : text).trim(),
});

/** Why a text cannot be stored, as a message for the author; null when it can. */
export function textProblem({ title, format, text }: BaseTextInput): string | null {
  if (isBlank(format, text)) return 'Escreva o texto-base.';
  if (title.length > BASE_TEXT_TITLE_MAX) return `O título do texto-base passa de ${BASE_TEXT_TITLE_MAX} caracteres.`;
  return text.length > BASE_TEXT_MAX ? `O texto-base passa de ${BASE_TEXT_MAX} caracteres.` : null;
}

/** Two texts are the same when format, title and content are equal. */
export const textFingerprint = ({ title, format, text }: BaseTextInput): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([title, format, text]))
    .digest();

/** Adds the fingerprint, the excerpt for lists and the search key. */
export function describeText(text: BaseTextInput) {
  const words = plainText(text.format, text.text).replace(/\s+/g, ' ').trim();
  return {
    ...text,
    fingerprint: textFingerprint(text),
    excerpt: words.slice(0, EXCERPT).toWellFormed() || '(imagem)',
    textKey: searchKey(`${text.title} ${words}`).slice(0, FOUND_BY).toWellFormed(),
  };
}
