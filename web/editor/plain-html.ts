import { replaceFormulas } from '#contract/content/formula-text.ts';
import { escapeText } from '#contract/escape-html.ts';

/** Converts typed text to the editor's HTML: an empty line separates paragraphs. */
export const htmlOf = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeText(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
    .join('');

/** Converts HTML to editable plain text; formatting is lost. */
export const textOfHtml = (html: string) =>
  replaceFormulas(html, (latex) => latex)
    .replace(/<br\s*\/?>/g, '\n')
    .replace(/<\/(p|li|div|h[1-6]|tr)>/g, '\n\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** True when nothing is lost by showing the HTML as plain text. */
export const isPlainHtml = (html: string) => !/<(?!\/?p>|br\s*\/?>)/.test(html);
