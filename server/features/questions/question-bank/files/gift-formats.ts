import { escapeText } from '#contract/escape-html.ts';
import type { QuestionFormat } from '#contract/questions/question-shapes.ts';

/** The text formats of Moodle; `moodle` is the default of a text without a format. */
export type GiftFormat = 'moodle' | 'plain' | 'html' | 'markdown';
export type GiftText = { format: GiftFormat; text: string };

const named = /^\[(moodle|plain|html|markdown)\]/;

export function readFormatted(text: string, otherwise: GiftFormat): GiftText {
  const found = named.exec(text);
  if (!found) return { format: otherwise, text: text.trim() };
  return { format: found[1] as GiftFormat, text: text.slice(found[0].length).trim() };
}

const tags =
  'p|br|div|span|b|strong|i|em|u|s|del|mark|code|pre|a|img|ul|ol|li|table|thead|tbody|tr|td|th|blockquote|h[1-6]|sub|sup';
const markup = new RegExp(`</?(${tags})(\\s+[a-z-]+\\s*=[^<>]*)?\\s*/?>|&(nbsp|amp|lt|gt|quot|#\\d+);`, 'i');
const blocks = /<(p|div|ul|ol|table|br|h[1-6]|pre|blockquote)\b/i;

const isHtml = ({ format, text }: GiftText) => format === 'html' || (format === 'moodle' && markup.test(text));

/** Plain text as HTML that looks the same. */
export const plainAsHtml = (text: string) => escapeText(text).replaceAll('\n', '<br />');

function asHtml(part: GiftText): string {
  if (part.format === 'html') return part.text;
  if (!isHtml(part)) return plainAsHtml(part.text);
  return blocks.test(part.text) ? part.text : part.text.replaceAll('\n', '<br />');
}

/** One format for the whole question: HTML as soon as one of its texts is. */
export function commonFormat(parts: readonly GiftText[]): { format: QuestionFormat; textOf(part: GiftText): string } {
  if (parts.some(isHtml)) return { format: 'html', textOf: asHtml };
  return { format: 'plain', textOf: ({ text }) => text };
}
